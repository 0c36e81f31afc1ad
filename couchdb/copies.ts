import { isFeed, isMailbox } from '../design-docs/databases.ts'
import type { CouchClient } from './client/couch-client.ts'

/** Copies of each document (n), and how many of them must have stored a write before CouchDB returns 201 (w). */
interface Copies {
  n: number
  w: number
}

interface Options {
  /** All nodes of the cluster, also those that are down. */
  nodes: string[]
  connected: string[]
  databases: string[]
  /** Whether to read the shard map of every mailbox and feed, with one request per 1,000 mailboxes. */
  countMailboxes: boolean
}

/** More copies would cost more and make nothing safer: two of three confirm a write. */
const MOST = 3
const PAGE = 1_000
/** The service makes these while it runs. */
const MADE_BY_SERVICE = [
  { kind: 'mailboxes', prefix: 'mailbox-', isOne: isMailbox },
  { kind: 'feeds', prefix: 'feed-', isOne: isFeed },
] as const

const wantedOn = (nodes: number): Copies => copies(Math.min(MOST, nodes))
/** CouchDB derives w from n in this way; there is no setting for it. */
const copies = (n: number): Copies => ({ n, w: Math.floor(n / 2) + 1 })
const isFewer = (have: Copies, wanted: Copies) => have.n < wanted.n || have.w < wanted.w
const inWords = ({ n, w }: Copies) => `n = ${n}, w = ${w}`

/** Returns one sentence for each thing that would be lost, or would stop, with one node; none on a single node. */
export async function findMissingCopies(couch: CouchClient, options: Options): Promise<string[]> {
  const { nodes, connected, databases, countMailboxes } = options
  if (nodes.length < 2) return []
  const wanted = wantedOn(nodes.length)
  const said: string[] = []
  for (const node of connected) {
    const n = await copiesOfNewDatabases(couch, node)
    if (n < wanted.n)
      said.push(
        `${node} makes new databases with n = ${n}; a cluster of ${nodes.length} nodes needs n = ${wanted.n}. ` +
          'Put cluster.ini into its etc/default.d/90-cluster.ini, take any other n out of its local.d, and restart it.',
      )
  }

  const few: string[] = []
  for (const database of databases) {
    const have = await copiesOf(couch, database)
    if (have && isFewer(have, wanted)) few.push(`${database} (${inWords(have)})`)
  }
  if (countMailboxes) {
    for (const { kind, prefix, isOne } of MADE_BY_SERVICE) {
      const all = await copiesOfEach(couch, prefix, isOne)
      const lacking = all.filter((have) => isFewer(have, wanted)).length
      if (lacking > 0) few.push(`${lacking} of ${all.length} ${kind}`)
    }
  }
  if (few.length > 0)
    said.push(
      `A cluster of ${nodes.length} nodes needs ${inWords(wanted)}, and these have less: ${few.join(', ')}. ` +
        'They fail with the node that they are on. How they get more copies: couchdb/README.md, "More copies".',
    )
  return said
}

/** How many copies a database gets if it is created on this node. */
async function copiesOfNewDatabases(couch: CouchClient, node: string): Promise<number> {
  const { n = '3', placement } = await couch.get(`/_node/${encodeURIComponent(node)}/_config/cluster`)
  if (placement === undefined) return Number(n)
  // "zone-a:2,zone-b:1"; placement takes precedence over n.
  const zones = String(placement).split(',')
  return zones.reduce((sum, zone) => sum + Number(zone.split(':')[1]), 0)
}

/** Undefined if CouchDB cannot tell, because all nodes that hold the database are down. */
async function copiesOf(couch: CouchClient, database: string): Promise<Copies | undefined> {
  const { status, body } = await couch.try('GET', `/${encodeURIComponent(database)}`)
  const { n, w } = Object(Object(body).cluster)
  return status === 200 && typeof n === 'number' && typeof w === 'number' ? { n, w } : undefined
}

/** Reads the shard maps: a request to each database would open all of them. */
async function copiesOfEach(couch: CouchClient, prefix: string, isOne: (name: string) => boolean): Promise<Copies[]> {
  const found: Copies[] = []
  for (let from = prefix; ; ) {
    const range = `startkey=${asKey(from)}&endkey=${asKey(`${prefix}\ufff0`)}`
    const page = await couch.get(`/_node/_local/_dbs/_all_docs?include_docs=true&limit=${PAGE}&${range}`)
    const rows = Array.isArray(page.rows) ? page.rows : []
    for (const { id, doc } of rows) if (isOne(String(id))) found.push(copies(fewestOf(doc)))
    if (rows.length < PAGE) return found
    from = `${rows.at(-1).id}\0`
  }
}

const asKey = (text: string) => encodeURIComponent(JSON.stringify(text))

/** The number of nodes of the shard range that has the fewest. */
function fewestOf(shardMap: unknown): number {
  const ranges: unknown[] = Object.values(Object(Object(shardMap).by_range))
  return Math.min(...ranges.map((nodes) => (Array.isArray(nodes) ? nodes.length : 0)))
}
