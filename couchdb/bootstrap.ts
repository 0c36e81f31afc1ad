import { isDeepStrictEqual } from 'node:util'
import { type DatabaseDeclaration, databases } from '../design-docs/databases.ts'
import { type CouchClient, connect } from './client/couch-client.ts'
import { readMembership } from './client/membership.ts'
import { findMissingCopies } from './copies.ts'
import { counted } from './counted.ts'
import { deployDesigns } from './designs/deploy.ts'
import { designsOf } from './designs/design.ts'
import { type WaitOptions, waitForCouch } from './wait-for-couch.ts'

const OLDEST = '3.3.3'
const SYSTEM_DATABASES = ['_users', '_replicator', '_global_changes']
const JWT_HANDLER = '{chttpd_auth, jwt_authentication_handler}'
const CURRENT_HANDLERS = '{chttpd_auth, cookie_authentication_handler}, {chttpd_auth, default_authentication_handler}'

export interface BootstrapOptions {
  /** Contains the credentials of a server admin. */
  url: string
  /** CouchDB checks the tokens that the gate signs with this key. */
  jwtKey?: { id: string; publicPem: string }
  log?: (line: string) => void
  /** Receives what an operator has to act on; defaults to `log`. */
  warn?: (line: string) => void
  /** On a cluster: also counts the copies of every mailbox, with one request per 1,000 mailboxes. */
  countMailboxes?: boolean
}

type Log = (line: string) => void

/** Sets up a CouchDB, real or embedded, as `design-docs` declares it; changes only what differs. */
export async function bootstrap(options: BootstrapOptions): Promise<void> {
  const { url, jwtKey, log = () => undefined, warn = log, countMailboxes = false } = options
  const couch = connect(url)
  let changes = 0
  const changed: Log = (line) => {
    changes += 1
    log(line)
  }

  const { isEmbedded } = await checkServer(couch)
  for (const name of SYSTEM_DATABASES) await createDatabase(couch, name, changed)
  for (const database of databases) {
    await createDatabase(couch, database.name, changed)
    await setSecurity(couch, database, changed)
    const designs = await designsOf(database)
    await deployDesigns({ couch, database: database.name, designs, changed, progress: log })
  }

  // Only connected nodes are told: one that is down would hold up the start of a service that can do without it.
  const { nodes, connected } = await readMembership(couch)
  for (const node of nodes)
    if (!connected.includes(node)) warn(`${node} is down and keeps its settings; run couch:bootstrap when it is back.`)
  for (const node of connected) {
    const config = configOf(couch, node)
    if (jwtKey) await setJwtKey(config, jwtKey, changed)
    if (!isEmbedded) await acceptTokens(config, changed)
  }
  const names = [...SYSTEM_DATABASES, ...databases.map(({ name }) => name)]
  const missing = await findMissingCopies(couch, { nodes, connected, databases: names, countMailboxes }).catch(
    (error: Error) => [`Whether there are enough copies could not be found out: ${error.message}`],
  )
  for (const sentence of missing) warn(`WARNING: ${sentence}`)
  log(changes === 0 ? 'Everything was in place; nothing changed.' : `${counted(changes, 'change')} made.`)
}

/** Waits for a CouchDB that is down; throws if it is not a CouchDB, is too old, or does not accept us as an admin. */
export async function checkServer(
  couch: CouchClient,
  waiting: WaitOptions = { patienceMs: 0, log: () => undefined },
): Promise<{ isEmbedded: boolean; uuid: string }> {
  await waitForCouch(couch, waiting)
  const { couchdb, version, vendor, uuid } = await couch.get('/')
  if (couchdb !== 'Welcome' || typeof version !== 'string') throw new Error(`${couch.origin} is not a CouchDB.`)
  if (isOlder(version, OLDEST))
    throw new Error(`CouchDB ${version} at ${couch.origin} is too old: ${OLDEST} or newer is needed.`)
  const { userCtx } = await couch.get('/_session')
  if (!Object(userCtx).roles?.includes('_admin'))
    throw new Error(`The name and password in ${couch.setting} are not those of an admin of ${couch.origin}.`)
  return { isEmbedded: Object(vendor).name === 'Mogra embedded', uuid: String(uuid) }
}

function isOlder(version: string, than: string): boolean {
  const [have, want] = [version, than].map((text) => text.split(/[.-]/).map(Number))
  for (const [index, wanted] of (want ?? []).entries()) {
    const number = have?.[index] ?? 0
    if (number !== wanted) return number < wanted
  }
  return false
}

async function createDatabase(couch: CouchClient, name: string, changed: Log): Promise<void> {
  const { status } = await couch.try('HEAD', `/${encodeURIComponent(name)}`)
  if (status === 200) return
  const { status: made } = await couch.try('PUT', `/${encodeURIComponent(name)}`)
  // 412: another instance was faster; 202: the cluster accepted the request and will carry it out later.
  if (![201, 202, 412].includes(made)) throw new Error(`CouchDB answered ${made} when asked to create ${name}.`)
  if (made !== 412) changed(`Created ${name}.`)
}

async function setSecurity(couch: CouchClient, { name, security }: DatabaseDeclaration, changed: Log): Promise<void> {
  const path = `/${encodeURIComponent(name)}/_security`
  if (isDeepStrictEqual(await couch.get(path), security)) return
  await couch.put(path, security)
  changed(`Set who may use ${name}.`)
}

interface Config {
  get(path: string): Promise<string>
  set(path: string, value: string): Promise<unknown>
}

const configOf = (couch: CouchClient, node: string): Config => ({
  get: async (path) => {
    const { status, body } = await couch.try('GET', `/_node/${encodeURIComponent(node)}/_config/${path}`)
    if (status !== 200 && status !== 404) throw new Error(`CouchDB answered ${status} for its setting ${path}.`)
    return status === 200 ? String(body) : ''
  },
  set: (path, value) => couch.put(`/_node/${encodeURIComponent(node)}/_config/${path}`, value),
})

/** CouchDB needs the PEM in one line, with its line ends written as `\n`. */
async function setJwtKey(config: Config, { id, publicPem }: { id: string; publicPem: string }, changed: Log) {
  const path = `jwt_keys/${encodeURIComponent(`ec:${id}`)}`
  const value = publicPem.trim().replaceAll('\r', '').replaceAll('\n', '\\n')
  if ((await config.get(path)) === value) return
  await config.set(path, value)
  changed(`Set the key ec:${id} for tokens.`)
}

async function acceptTokens(config: Config, changed: Log): Promise<void> {
  const handlers = await config.get('chttpd/authentication_handlers')
  if (!handlers.includes('jwt_authentication_handler')) {
    await config.set('chttpd/authentication_handlers', `${JWT_HANDLER}, ${handlers || CURRENT_HANDLERS}`)
    changed('Switched on tokens.')
  }
  const claims = await config.get('jwt_auth/required_claims')
  if (/\bexp\b/.test(claims)) return
  await config.set('jwt_auth/required_claims', claims ? `exp, ${claims}` : 'exp')
  changed('Tokens must say when they end.')
}
