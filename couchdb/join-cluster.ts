import { randomBytes } from 'node:crypto'
import { type CouchClient, connect, withFullStop } from './client/couch-client.ts'
import { readMembership } from './client/membership.ts'
import { runCommand } from './run-command.ts'
import { waitForCouch } from './wait-for-couch.ts'

interface JoinOptions {
  /** The first node's address, with the credentials of an admin that exists on all nodes. */
  url: string
  /** The Erlang names of the other nodes; a different port follows a colon. */
  nodes: string[]
  log: (line: string) => void
  /** How long to wait for each node that is down. */
  patienceMs?: number
  /** How long the nodes may take to connect to each other. */
  connectMs?: number
}

const USAGE =
  'Use it like this: COUCHDB_URL=http://admin:password@<first node>:5984 npm run couch:join -- couchdb@<second> couchdb@<third>'
const PORT = 5984
const PATIENCE_MS = 60_000
const CONNECT_MS = 20_000
const LOOK_MS = 250

/** Joins the nodes into one cluster; nodes that belong to it already are left unchanged. Safe to repeat. */
export async function joinCluster(options: JoinOptions): Promise<void> {
  const { url, nodes, log, patienceMs = PATIENCE_MS, connectMs = CONNECT_MS } = options
  const wanted = nodes.map(parse)
  const first = connect(url)
  await waitForCouch(first, { patienceMs, log })
  await refuseSettingsOfOneNode(first)
  const { nodes: members } = await readMembership(first)
  const added = wanted.filter(({ node }) => !members.includes(node))
  for (const { node, host, port } of added) {
    const other = connect(Object.assign(new URL(url), { protocol: 'http:', hostname: host, port }).href)
    await waitForCouch(other, { patienceMs, log })
    await refuseSettingsOfOneNode(other)
    await refuseOwnDatabases(other, node)
  }

  const { username, password } = new URL(url)
  const credentials = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  for (const { node, ...address } of added) {
    await first.post('/_cluster_setup', { action: 'add_node', ...address, ...credentials })
    log(`Added ${node}.`)
  }
  await untilConnected(
    first,
    wanted.map(({ node }) => node),
    connectMs,
  )
  await finish(first)
  log(`The cluster is ${(await readMembership(first)).connected.join(', ')}. Now run couch:bootstrap, or start Mogra.`)
}

/** CouchDB joins nodes with these settings without an error, and each node would still work as if it were alone. */
async function refuseSettingsOfOneNode(couch: CouchClient): Promise<void> {
  const { status } = await couch.try('GET', '/_cluster_setup')
  // A server without `_cluster_setup` takes the path for the name of a database, which is not a valid one.
  if ([400, 404, 405].includes(status))
    throw new Error(
      `${couch.origin} cannot join a cluster, because it has no _cluster_setup: give the address of a CouchDB node itself, not of Mogra's embedded database or of a proxy.`,
    )
  const { state } = await couch.get('/_cluster_setup')
  if (String(state).startsWith('single_node'))
    throw new Error(
      `${couch.origin} is set to stay alone: put cluster.ini into its etc/default.d/90-cluster.ini, and restart it.`,
    )
  if (state === 'cluster_disabled')
    throw new Error(`${couch.origin} has no admin, or listens on 127.0.0.1 only: the other nodes cannot reach it.`)
}

/** If two nodes each have a `_users` database, the contents of one of them would be lost. */
async function refuseOwnDatabases(couch: CouchClient, node: string): Promise<void> {
  const { body } = await couch.try('GET', '/_all_dbs')
  if (Array.isArray(body) && body.length > 0)
    throw new Error(`${node} has databases of its own (${body.slice(0, 5).join(', ')}): delete them before it joins.`)
}

async function untilConnected(first: CouchClient, nodes: string[], connectMs: number): Promise<void> {
  for (const until = Date.now() + connectMs; ; ) {
    const { connected } = await readMembership(first)
    const missing = nodes.filter((node) => !connected.includes(node))
    if (missing.length === 0) return
    if (Date.now() >= until)
      throw new Error(
        `${missing.join(', ')} cannot be reached: all nodes need the same cookie, names that all of them can look up, ` +
          'and ports 4369 and 9100 to 9200 that are open to each other (couchdb/README.md, "Three nodes").',
      )
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Copies the first node's admins, id and secret to all nodes, and creates the system databases. */
async function finish(first: CouchClient): Promise<void> {
  // CouchDB creates its secret only with the first cookie, and `finish_cluster` fails while there is none.
  const secret = '/_node/_local/_config/chttpd_auth/secret'
  if ((await first.try('GET', secret)).status === 404) await first.put(secret, randomBytes(32).toString('hex'))
  const { status, body } = await first.try('POST', '/_cluster_setup', { action: 'finish_cluster' })
  const { reason } = Object(body)
  // CouchDB gives this reason if the system databases exist; everything else has been done by then.
  if (status >= 300 && !/already finished/.test(String(reason)))
    throw new Error(`${first.origin} answered ${status} when asked to finish the cluster: ${withFullStop(reason)}`)
}

function parse(text: string) {
  const [, node, name, host, port = PORT] = /^(([^@\s]+)@([^@:\s]+))(?::(\d+))?$/.exec(text) ?? []
  if (!node || !name || !host)
    throw new Error(`"${text}" is not a node; they are written like couchdb@couchdb-2.mogra.internal.`)
  return { node, name, host, port: Number(port) }
}

if (import.meta.main)
  await runCommand(async () => {
    const nodes = process.argv.slice(2)
    const url = process.env.COUCHDB_URL
    if (!url || nodes.length === 0) throw new Error(USAGE)
    await joinCluster({ url, nodes, log: console.log })
  })
