import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startTestService, type TestService } from '../../../sync-server/testing/test-service.ts'
import { test as onService } from '../fixtures.ts'

export interface Release {
  service: TestService
  /** The built file whose name, without its hash, is this. */
  nameOf(file: string): Promise<string>
  /** Serves another text for it from now on, as a version of its own. */
  change(file: string, text: (before: string) => string): Promise<void>
  /** Answers 404 for it; call the result to bring it back. */
  withhold(file: string): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** A service of its own, with a copy of the built app that a test may change: as another version is put in its place. */
async function openRelease(now: () => Date): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-release-'))
  await cp(join(import.meta.dirname, '../../dist'), folder, { recursive: true })
  const service = await startTestService({ webFolder: folder, now })
  const at = (name: string) => join(folder, name)
  const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('base64')

  const nameOf = async (file: string) => {
    const known = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css|html|svg)$/.test(name))
    const name = known.find((one) => one.replace(/-[\w-]{8}(?=\.\w+$)/, '') === file)
    if (!name) throw new Error(`the build has no ${file}`)
    return name
  }
  const dropCompressed = async (name: string) => {
    for (const ending of ['br', 'gz']) await rm(at(`${name}.${ending}`), { force: true })
  }
  return {
    service,
    nameOf,
    async change(file, text) {
      const name = await nameOf(file)
      const before = await readFile(at(name), 'utf8')
      await writeFile(at(name), text(before))
      await dropCompressed(name)
      const worker = await readFile(at('sw.js'), 'utf8')
      await writeFile(at('sw.js'), worker.replace(sha256(before), sha256(text(before))))
    },
    async withhold(file) {
      const name = await nameOf(file)
      await dropCompressed(name)
      await rename(at(name), at(`${name}.withheld`))
      return () => rename(at(`${name}.withheld`), at(name))
    },
    async close() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Each worker also runs a service of its own whose app can be changed. */
export const test = onService.extend<object, { release: Release }>({
  release: [
    async ({ clock }, use) => {
      const release = await openRelease(clock.now)
      await use(release)
      await release.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** The next version is there; nobody has taken it yet. */
export const nextVersion = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const coming = registration.installing ?? registration.waiting
    if (coming?.state !== 'installed')
      await new Promise<void>((resolve) =>
        coming?.addEventListener('statechange', () => coming.state === 'installed' && resolve()),
      )
  })
