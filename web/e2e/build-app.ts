import { spawnSync } from 'node:child_process'

/** The tests use the built app with its service worker, as people get it. */
export default function buildApp() {
  const { status } = spawnSync('npm', ['run', 'build', '--', '--logLevel', 'warn'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The web app could not be built.')
}
