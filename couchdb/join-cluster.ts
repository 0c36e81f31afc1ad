import { randomBytes } from 'node:crypto'
import { connect } from './couch-client.ts'

const PORT = 5984

/** Joins nodes, named as Erlang names them, to the one at COUCHDB_URL; those that are in already stay as they are. */
async function joinCluster(url: string, nodes: string[]): Promise<void> {
  const couch = connect(url)
  const { username, password } = new URL(url)
  const credentials = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  const membership = async (list: 'all_nodes' | 'cluster_nodes') => {
    const names = (await couch.get('/_membership'))[list]
    return Array.isArray(names) ? names.map(String) : []
  }

  const wanted = nodes.map(parse)
  const members = await membership('cluster_nodes')
  for (const { node, name, host, port } of wanted) {
    if (members.includes(node)) continue
    await couch.post('/_cluster_setup', { action: 'add_node', name, host, port, ...credentials })
    console.log(`Added ${node}.`)
  }
  const { state } = await couch.get('/_cluster_setup')
  if (state !== 'cluster_finished') {
    // Finishing gives all nodes this one's secret, and fails when it has none: it makes one for the first cookie only.
    const secret = '/_node/_local/_config/chttpd_auth/secret'
    if ((await couch.try('GET', secret)).status === 404) await couch.put(secret, randomBytes(32).toString('hex'))
    await couch.post('/_cluster_setup', { action: 'finish_cluster' })
  }

  const connected = await membership('all_nodes')
  const lost = wanted.map(({ node }) => node).filter((node) => !connected.includes(node))
  if (lost.length > 0)
    throw new Error(`${lost.join(', ')} cannot be reached: all nodes need the same COUCHDB_ERLANG_COOKIE.`)
  console.log(`The cluster is ${connected.join(', ')}.`)
}

function parse(text: string) {
  const [, node, name, host, port = PORT] = /^(([^@\s]+)@([^@:\s]+))(?::(\d+))?$/.exec(text) ?? []
  if (!node || !name || !host)
    throw new Error(`"${text}" is no node; they are written like couchdb@couchdb-2.mogra.internal.`)
  return { node, name, host, port: Number(port) }
}

try {
  const nodes = process.argv.slice(2)
  const url = process.env.COUCHDB_URL
  if (!url || nodes.length === 0) throw new Error('COUCHDB_URL=<first node> node couchdb/join-cluster.ts <other nodes>')
  await joinCluster(url, nodes)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
