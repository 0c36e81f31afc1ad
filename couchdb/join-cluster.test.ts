import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createPort } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { startEmbedded } from './embedded/start.ts'
import { joinCluster } from './join-cluster.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface FakeNode {
  name: string
  url: string
  /** The node's name as an argument of `couch:join`. */
  argument: string
  config: Map<string, string>
  databases: string[]
  /** The nodes that this one knows of; `connected` are those that Erlang has connected it to. */
  members: Set<string>
  connected: Set<string>
  bindAddress: string
  n: number
  singleNode: boolean
}

/** Fake nodes with all endpoints and responses that `couch:join` needs (`setup.erl`, `setup_httpd.erl` of 3.5.1). */
async function startNodes(
  count: number,
  { wired = true, change = (_node: FakeNode, _index: number) => {} } = {},
): Promise<FakeNode[]> {
  const all: FakeNode[] = []
  const stateOf = ({ singleNode, n, databases, bindAddress }: FakeNode) => {
    if (singleNode) return 'single_node_enabled'
    if (n === 1) return databases.includes('_users') ? 'single_node_enabled' : 'single_node_disabled'
    if (bindAddress === '127.0.0.1') return 'cluster_disabled'
    return databases.includes('_users') ? 'cluster_finished' : 'cluster_enabled'
  }
  const finish = (node: FakeNode): [number, object] => {
    const others = all.filter(({ name }) => node.members.has(name))
    if (others.some(({ name }) => !node.connected.has(name)))
      return [500, { error: 'setup_error', reason: 'Cluster setup timed out waiting for nodes to connect' }]
    const secret = node.config.get('chttpd_auth/secret')
    if (secret === undefined) return [500, { error: 'badmatch', reason: 'no secret' }]
    for (const other of others) other.config.set('chttpd_auth/secret', secret)
    if (node.databases.includes('_users')) return [400, { error: 'bad_request', reason: 'Cluster is already finished' }]
    for (const other of others) other.databases = ['_replicator', '_users']
    return [201, { ok: true }]
  }
  const add = (
    node: FakeNode,
    { name, host, port }: { name: string; host: string; port: number },
  ): [number, object] => {
    const other = all.find(({ url }) => new URL(url).host === `${host}:${port}`)
    if (!other) return [400, { error: 'bad_request', reason: 'Add node failed. Invalid Host and/or Port.' }]
    node.members.add(`${name}@${host}`)
    if (wired) node.connected.add(`${name}@${host}`)
    return [201, { ok: true }]
  }

  for (let index = 0; index < count; index += 1) {
    const host = `127.0.0.${index + 2}`
    const server = createServer(async (request, response) => {
      const { method, url = '/', headers } = request
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (headers.authorization !== `Basic ${btoa('mogra:secret')}`)
        return answer(401, { error: 'unauthorized', reason: 'Name or password is incorrect.' })
      if (url === '/_up') return answer(200, { status: 'ok' })
      if (url === '/_all_dbs') return answer(200, node.databases)
      if (url === '/_membership')
        return answer(200, { all_nodes: [...node.connected], cluster_nodes: [...node.members] })
      if (url === '/_cluster_setup' && method === 'GET') return answer(200, { state: stateOf(node) })
      if (url === '/_cluster_setup') {
        const setup = Object(await json(request))
        return answer(...(setup.action === 'add_node' ? add(node, setup) : finish(node)))
      }
      const setting = url.replace('/_node/_local/_config/', '')
      if (method === 'PUT') {
        node.config.set(setting, String(await json(request)))
        return answer(200, '')
      }
      return node.config.has(setting) ? answer(200, node.config.get(setting)) : answer(404, { error: 'not_found' })
    }).listen(0, host)
    await once(server, 'listening')
    closers.push(() => server[Symbol.asyncDispose]())
    const { port } = server.address() as AddressInfo
    const name = `couchdb@${host}`
    const node: FakeNode = {
      name,
      url: `http://mogra:secret@${host}:${port}`,
      argument: `${name}:${port}`,
      config: new Map(),
      databases: [],
      members: new Set([name]),
      connected: new Set([name]),
      bindAddress: host,
      n: 3,
      singleNode: false,
    }
    change(node, index)
    all.push(node)
  }
  return all
}

async function joined([first, ...others]: FakeNode[], options: { patienceMs?: number; connectMs?: number } = {}) {
  const lines: string[] = []
  const nodes = others.map(({ argument }) => argument)
  await joinCluster({ url: first?.url ?? '', nodes, log: (line) => lines.push(line), connectMs: 500, ...options })
  return lines
}

test('three nodes become one cluster that shares its secret and its system databases; a second run changes nothing', async () => {
  const nodes = await startNodes(3)
  const names = nodes.map(({ name }) => name)
  expect(await joined(nodes)).toEqual([
    `Added ${names[1]}.`,
    `Added ${names[2]}.`,
    `The cluster is ${names.join(', ')}. Now run couch:bootstrap, or start Mogra.`,
  ])
  const secrets = new Set(nodes.map(({ config }) => config.get('chttpd_auth/secret')))
  expect(secrets.size).toBe(1)
  expect([...secrets][0]).toMatch(/^[0-9a-f]{64}$/)
  expect(nodes.map(({ databases }) => databases)).toEqual(Array(3).fill(['_replicator', '_users']))
  expect(await joined(nodes)).toEqual([`The cluster is ${names.join(', ')}. Now run couch:bootstrap, or start Mogra.`])
  expect(new Set(nodes.map(({ config }) => config.get('chttpd_auth/secret')))).toEqual(secrets)
})

test('a node that joins a finished cluster gets its secret too', async () => {
  const nodes = await startNodes(3)
  await joined(nodes.slice(0, 2))
  await joined(nodes)
  expect(new Set(nodes.map(({ config }) => config.get('chttpd_auth/secret'))).size).toBe(1)
})

test.each([
  [
    'first',
    0,
    { singleNode: true },
    /:\d+ is set to stay alone: put cluster\.ini into its etc\/default\.d\/90-cluster\.ini/,
  ],
  ['first', 0, { n: 1 }, /is set to stay alone/],
  ['second', 1, { n: 1 }, /is set to stay alone/],
  ['second', 1, { bindAddress: '127.0.0.1' }, /has no admin, or listens on 127\.0\.0\.1 only/],
  [
    'second',
    1,
    { databases: ['_replicator', '_users'] },
    /has databases of its own \(_replicator, _users\): delete them before it joins/,
  ],
])(
  'a %s node that cannot be part of a cluster is refused before anything is changed (%i, %j)',
  async (_which, at, change, words) => {
    const nodes = await startNodes(3, { change: (node, index) => index === at && Object.assign(node, change) })
    await expect(joined(nodes)).rejects.toThrow(words)
    expect(nodes.map(({ members }) => members.size)).toEqual([1, 1, 1])
  },
)

test('the error names the nodes that Erlang cannot connect, and what they need', async () => {
  const nodes = await startNodes(2, { wired: false })
  await expect(joined(nodes)).rejects.toThrow(
    /^couchdb@127\.0\.0\.3 cannot be reached: all nodes need the same cookie, .*ports 4369 and 9100 to 9200/,
  )
})

test('joining waits for a node that is down, and then names it in the error', async () => {
  const nodes = await startNodes(2)
  const free = createPort().listen(0, '127.0.0.9')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  await free[Symbol.asyncDispose]()
  const lines: string[] = []
  const joining = joinCluster({
    url: nodes[0]?.url ?? '',
    nodes: [`couchdb@127.0.0.9:${port}`],
    log: (line) => lines.push(line),
    patienceMs: 600,
  })
  await expect(joining).rejects.toThrow(/^No CouchDB answers at http:\/\/127\.0\.0\.9:\d+: .* Gave up after 1 second\./)
  expect(lines).toEqual([expect.stringMatching(/Waiting for it\.$/)])
})

test('the error names a server that cannot join a cluster, and says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-join-'))
  const admin = { name: 'mogra', password: 'secret' }
  const alone = await startEmbedded({ folder, admin })
  const url = alone.url.replace('//', '//mogra:secret@')
  await expect(joinCluster({ url, nodes: ['couchdb@127.0.0.9'], log: () => {} })).rejects.toThrow(
    `${new URL(url).origin} cannot join a cluster, because it has no _cluster_setup: give the address of a CouchDB node itself, not of Mogra's embedded database or of a proxy.`,
  )
  await alone.close()
  await rm(folder, { recursive: true })
})

test('npm run couch:join prints its usage, and names an argument that is not a node', async () => {
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'join-cluster.ts'), ...args], {
      env: { PATH: process.env.PATH, COUCHDB_URL: 'http://mogra:secret@127.0.0.1:1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    const [code] = await once(child, 'close')
    return [code, said]
  }
  expect(await run()).toEqual([1, expect.stringContaining('npm run couch:join -- couchdb@<second> couchdb@<third>')])
  expect(await run('couchdb-2')).toEqual([1, expect.stringContaining('"couchdb-2" is not a node')])
})
