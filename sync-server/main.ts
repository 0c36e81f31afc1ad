import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { loadDotEnv } from '../couchdb/env-file.ts'
import { DEMO_ACCOUNTS } from './demo/demo-accounts.ts'
import { lanHints } from './lan-hints.ts'
import { type RunningService, runService } from './run-service.ts'
import { readSettings, SettingError } from './settings/settings.ts'

const root = join(import.meta.dirname, '..')
const CLOSE_MS = 5_000
const IMPATIENT_MS = 1_000

let running: RunningService | undefined
let askedAt: number | undefined

const grace = closeWithGrace({ delay: CLOSE_MS, skip: ['SIGINT', 'SIGTERM'] }, async ({ err }) => {
  if (err) console.error(err)
  await running?.close()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Under npm, Ctrl-C arrives twice, from the terminal and from npm; a later second one is intended.
    if (askedAt !== undefined && Date.now() - askedAt > IMPATIENT_MS) process.exit(1)
    if (askedAt !== undefined) return
    askedAt = Date.now()
    grace.close()
  })
}
// npm signals only the shell between it and this process, and the shell does not pass the signal on.
const parent = process.ppid
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => {
    if (process.ppid !== parent && askedAt === undefined) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()

try {
  loadDotEnv()
  const settings = readSettings(process.env)
  running = await runService(settings, {
    webFolder: join(root, 'web/dist'),
    warn: console.error,
    isPeopled: true,
    // After a power failure, CouchDB may start later than this process.
    couchPatienceMs: Number.POSITIVE_INFINITY,
  })
  console.log(`Mogra is ready: ${running.url}`)
  console.log(`Its data folder is ${settings.dataFolder}; keep keys.json in it safe.`)
  if (settings.mode === 'demo') {
    const people = DEMO_ACCOUNTS.map(({ email, role }) => `  ${email.padEnd(24)} ${role.toLowerCase()}`)
    for (const hint of lanHints(settings)) console.log(hint)
    const mail = settings.smtpUrl === undefined ? `Their sign-in codes arrive here: ${running.url}/dev/mail` : ''
    console.log(['This is a demo. Sign in as:', ...people, mail].filter(Boolean).join('\n'))
  }
} catch (error) {
  // An error that a setting can correct is reported in one sentence; every other error with its stack.
  console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
}
