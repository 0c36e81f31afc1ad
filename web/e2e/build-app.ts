import { spawnSync } from 'node:child_process'

/** The tests run on the app as people get it: built, with its service worker. */
export default function buildApp() {
  const { status } = spawnSync('npm', ['run', 'build', '--', '--logLevel', 'warn'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The web app could not be built.')
}
