import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ulid } from 'ulid'
import { connect } from '../../couchdb/client/couch-client.ts'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import type { AppOptions } from '../app.ts'
import { openConnection } from '../couch/connect.ts'
import { type Leaf, openRevisionLeaves } from '../couch/revision-leaves.ts'
import type { CaughtMail } from '../email/demo-smtp.ts'
import { runService } from '../run-service.ts'
import type { Services } from '../services.ts'
import { readSettings } from '../settings/settings.ts'
import { keysIn } from './keys-in.ts'
import { startedFolder } from './started-folder.ts'

export interface TestServiceOptions extends AppOptions {
  now?: () => Date
  /** Kept after closing, so that a second service can start on it; default: a temporary folder. */
  folder?: string
  /** Whether the demo's made-up people and messages are written, too. */
  isPeopled?: boolean
  /** More environment variables, such as `SMTP_URL`. */
  env?: Record<string, string>
}

export interface SignedIn {
  /** The value of a `cookie` header. */
  cookie: string
  account: { id: string; email: string; name: string; role: string }
  mailbox: { name: string; generation: number }
}

export interface TestService {
  app: FastifyInstance
  url: string
  /** CouchDB's URL with the admin's credentials. */
  couchdbUrl: string
  services: Services
  /** Newest first. */
  mails(): CaughtMail[]
  /** Resolves with the newest mail to this address, as soon as there is one. */
  mailTo(email: string, isWanted?: (mail: CaughtMail) => boolean): Promise<CaughtMail>
  /** Signs in over HTTP with the mailed code. */
  signIn(email: string): Promise<SignedIn>
  /** Writes documents past the gate and notifies devices, as if another device had pushed them. */
  fillMailbox(mailbox: string, docs: { _id: string }[]): Promise<void>
  /** Creates an empty database directly on CouchDB; the returned address contains the admin's credentials. */
  rawDatabase(): Promise<string>
  /** Returns all leaves of the document, including conflicts. */
  leavesOf(database: string, id: string): Promise<Leaf[]>
  /** Returns the name and version that CouchDB reports. */
  couchVersion(): Promise<string>
  close(): Promise<void>
}

/** Starts the whole demo service in this process: embedded database (or `COUCHDB_URL`), mail catcher, any free port. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { folder, env, ...rest } = options
  const dataFolder = folder ?? (await mkdtemp(join(tmpdir(), 'mogra-test-')))
  const { COUCHDB_URL } = process.env
  const isElsewhere = COUCHDB_URL ?? env?.COUCHDB_URL ?? env?.MOGRA_MODE
  // Made-up people have lived a while before the first start of their demo.
  if (!folder && !isElsewhere && !options.isPeopled) cpSync(await startedFolder(), dataFolder, { recursive: true })
  const settings = readSettings({ COUCHDB_URL, MOGRA_MODE: 'demo', MOGRA_DATA: dataFolder, PORT: '0', ...env })
  // If all tests share one CouchDB, each uses keys of its own, and so accounts of its own.
  const isShared = settings.couchdbUrl !== undefined && env?.COUCHDB_URL === undefined
  const keys = isShared ? { settleKeys: () => keysIn(dataFolder) } : {}
  const { app, url, couchdbUrl, services, close } = await runService(settings, { ...rest, ...keys })
  const mails = () => services.demoSmtp?.mails() ?? []

  async function mailTo(email: string, isNew: (mail: CaughtMail) => boolean = () => true) {
    if (!services.demoSmtp) throw new Error('this test service sends its mail elsewhere')
    return services.demoSmtp.next((mail) => mail.to === email && isNew(mail))
  }

  return {
    app,
    url,
    couchdbUrl,
    services,
    mails,
    mailTo,

    async signIn(email) {
      const before = mails()
      await post(`${url}/api/login-codes`, { email })
      const mail = await mailTo(email, (one) => !before.includes(one) && /\b\d{6}\b/.test(one.text))
      const response = await post(`${url}/api/sessions`, { email, code: mail.text.match(/\b\d{6}\b/)?.[0] })
      const cookie = response.headers.getSetCookie().find((one) => one.startsWith(SESSION_COOKIE(url)))
      return { cookie: cookie?.split(';')[0] ?? '', ...((await response.json()) as Omit<SignedIn, 'cookie'>) }
    },

    async fillMailbox(mailbox, docs) {
      await services.couch.db(mailbox).putAll(docs)
      services.notifier.notify(mailbox)
    },

    async rawDatabase() {
      const name = `raw-${ulid().toLowerCase()}`
      await services.couch.createDatabase(name, { q: 1 })
      return `${couchdbUrl.replace(/\/$/, '')}/${name}`
    },

    async leavesOf(database, id) {
      const connection = openConnection(couchdbUrl)
      return openRevisionLeaves(connection, database).read(id).finally(connection.close)
    },

    async couchVersion() {
      const { version, vendor } = await connect(couchdbUrl).get('/')
      return `CouchDB ${version} (${Object(vendor).name ?? 'unknown'})`
    },

    async close() {
      await close()
      if (folder === undefined) await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function post(url: string, body: object): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}
