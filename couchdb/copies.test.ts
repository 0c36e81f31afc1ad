import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootstrap } from './bootstrap.ts'
import { startEmbedded } from './embedded/start.ts'
import { admin } from './embedded/testing.ts'
import { startProxy } from './migrate/testing/fault-proxy.ts'

const NODES = ['mogra@127.0.0.1', 'couchdb@b.example', 'couchdb@c.example']

let folder = ''
let embedded: Awaited<ReturnType<typeof startEmbedded>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-copies-'))
  embedded = await startEmbedded({ folder, admin })
})
afterAll(async () => {
  await embedded.close()
  await rm(folder, { recursive: true, force: true })
})

interface Cluster {
  nodes: string[]
  /** Returns how many copies a database has. */
  copies: (database: string) => number
  config?: (node: string) => Record<string, string> | 'down'
  /** For each mailbox and feed, the nodes of each of its shard ranges. */
  mailboxes?: Record<string, string[][]>
}

/** Presents the embedded server as a node of a cluster of CouchDB 3.5.1; returns the warnings of bootstrap. */
async function warningsOf({ nodes, copies, config = () => ({ n: '3' }), mailboxes = {} }: Cluster, all = true) {
  const ids = Object.keys(mailboxes).toSorted()
  const proxy = await startProxy(embedded.url, ({ method = 'GET', url = '/' }, response) => {
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return true
    }
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    const [, first = '', second = '', third = '', section = ''] = pathname.split('/').map(decodeURIComponent)
    if (first === '_membership') return json({ all_nodes: nodes, cluster_nodes: nodes })
    if (first === '_node' && third === '_config' && section === 'cluster') {
      const settings = config(second)
      return settings === 'down' ? json({ error: 'nodedown', reason: `${second} is down` }, 412) : json(settings)
    }
    if (first === '_node' && third === '_dbs') {
      const from = JSON.parse(searchParams.get('startkey') ?? '""')
      const rows = ids
        .filter((id) => id >= from)
        .slice(0, Number(searchParams.get('limit')))
        .map((id) => ({
          id,
          key: id,
          doc: { _id: id, by_range: Object.fromEntries((mailboxes[id] ?? []).map((on, range) => [range, on])) },
        }))
      return json({ total_rows: ids.length, offset: 0, rows })
    }
    if (
      method !== 'GET' ||
      second !== '' ||
      first === '' ||
      (first.startsWith('_') && !/^_(users|repl|glob)/.test(first))
    )
      return false
    const n = copies(first)
    return json({ db_name: first, cluster: { q: 2, n, w: Math.floor(n / 2) + 1, r: Math.floor(n / 2) + 1 } })
  })
  const warnings: string[] = []
  const url = Object.assign(new URL(proxy.url), { username: admin.name, password: admin.password }).href
  await bootstrap({ url, warn: (line) => warnings.push(line), countMailboxes: all })
  await proxy.close()
  return warnings
}

test('a cluster of three with three copies of everything gives no warning', async () => {
  const mailboxes = { 'mailbox-a': [NODES], 'mailbox-b': [NODES] }
  expect(await warningsOf({ nodes: NODES, copies: () => 3, mailboxes })).toEqual([])
})

test('a warning names the databases with too few copies, and the section that explains how to add copies', async () => {
  const [warning, ...others] = await warningsOf({ nodes: NODES, copies: (name) => (name === 'orders' ? 2 : 3) })
  expect(others).toEqual([])
  expect(warning).toMatch(
    /^WARNING: A cluster of 3 nodes needs n = 3, w = 2, and these have less: orders \(n = 2, w = 2\)\. /,
  )
  expect(warning).toContain('couchdb/README.md, "More copies"')
})

test('CouchDB’s own databases are checked too', async () => {
  const [warning] = await warningsOf({ nodes: NODES, copies: (name) => (name === '_users' ? 1 : 3) })
  expect(warning).toContain('_users (n = 1, w = 1)')
})

test('a warning names a node that would create databases with too few copies', async () => {
  const config = (node: string): Record<string, string> => (node === 'couchdb@b.example' ? { n: '1' } : {})
  expect(await warningsOf({ nodes: NODES, copies: () => 3, config })).toEqual([
    expect.stringMatching(
      /^WARNING: couchdb@b\.example makes new databases with n = 1; a cluster of 3 nodes needs n = 3\. /,
    ),
  ])
})

test('if placement by zones is set, it determines the copies instead of n', async () => {
  const zones = { n: '1', placement: 'pune:2,chennai:1' }
  expect(await warningsOf({ nodes: NODES, copies: () => 3, config: () => zones })).toEqual([])
  const [warning] = await warningsOf({
    nodes: NODES,
    copies: () => 3,
    config: () => ({ ...zones, placement: 'pune:2' }),
  })
  expect(warning).toContain('with n = 2')
})

test('all pages of mailboxes are counted, each mailbox by its shard range with the fewest nodes', async () => {
  const mailboxes = Object.fromEntries(
    Array.from({ length: 2_345 }, (_, index) => {
      const [first = ''] = NODES
      return [`mailbox-${String(index).padStart(6, '0')}`, index % 1_000 === 999 ? [NODES, [first]] : [NODES, NODES]]
    }),
  )
  const cluster = { nodes: NODES, copies: () => 3, mailboxes }
  expect(await warningsOf(cluster)).toEqual([expect.stringContaining('have less: 2 of 2345 mailboxes.')])
  expect(await warningsOf(cluster, false), 'at every start of the service it would take too long').toEqual([])
})

test('feeds are counted too', async () => {
  const [first = ''] = NODES
  const mailboxes = { 'feed-admin-1': [[first]], 'feed-admin-2': [NODES], 'mailbox-a': [NODES] }
  expect(await warningsOf({ nodes: NODES, copies: () => 3, mailboxes })).toEqual([
    expect.stringContaining('have less: 1 of 2 feeds.'),
  ])
})

test('on two nodes, two copies are enough', async () => {
  const nodes = NODES.slice(0, 2)
  expect(await warningsOf({ nodes, copies: () => 2 })).toEqual([])
  expect(await warningsOf({ nodes, copies: () => 1 })).toEqual([
    expect.stringContaining('A cluster of 2 nodes needs n = 2, w = 2'),
  ])
})

test('on a single node nothing is checked and nothing is warned about', async () => {
  expect(await warningsOf({ nodes: NODES.slice(0, 1), copies: () => 1, config: () => ({ n: '1' }) })).toEqual([])
})

test('if a node goes down meanwhile, only the check of the copies fails', async () => {
  const config = (node: string) => (node === 'couchdb@c.example' ? 'down' : { n: '3' })
  expect(await warningsOf({ nodes: NODES, copies: () => 3, config })).toEqual([
    expect.stringMatching(
      /^WARNING: Whether there are enough copies could not be found out: .*couchdb@c\.example is down/,
    ),
  ])
})
