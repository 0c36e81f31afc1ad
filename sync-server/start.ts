import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const SOURCES = ['web', 'design-docs/model', 'vite.config.ts', 'package-lock.json']
const NOT_BUILT = /(^|\/)(dist|dev-dist|e2e|testing|node_modules|test-results)$|\.test\.tsx?$/

/**
 * Returns the time of the last change below a path, in milliseconds since 1970. Folders count too, because a file may
 * have been removed.
 */
function changedAt(path: string): number {
  const info = statSync(join(root, path), { throwIfNoEntry: false })
  if (!info) return 0
  if (!info.isDirectory()) return info.mtimeMs
  const inside = readdirSync(join(root, path))
    .map((name) => `${path}/${name}`)
    .filter((one) => !NOT_BUILT.test(one))
  // Building creates `dist`, which changes the folder `web` itself.
  return Math.max(path === 'web' ? 0 : info.mtimeMs, ...inside.map(changedAt))
}

// The service worker is the last file that the build writes, so an interrupted build has none.
const builtAt = Math.min(changedAt('web/dist/index.html'), changedAt('web/dist/sw.js'))
if (builtAt < Math.max(...SOURCES.map(changedAt))) {
  console.log(builtAt === 0 ? 'Building the web app…' : 'The web app has changed; building it again…')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  if (built.signal) process.exit(130)
  if (built.status !== 0) {
    console.error('The web app could not be built; the reason stands above.')
    process.exit(1)
  }
}

await import('./main.ts')
