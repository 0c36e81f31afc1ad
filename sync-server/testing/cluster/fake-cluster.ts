import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startEmbedded } from '../../../couchdb/embedded/start.ts'
import { seededRandom } from '../../demo/generated/seeded-random.ts'
import { openCoordinator, reply } from './coordinate.ts'
import { drawFault, type Fault, NO_FAULTS, type Odds, REPLICAS } from './faults.ts'
import { type Call, openReplicas, type Reply } from './replicas.ts'

export interface FakeCluster {
  /** The cluster's address with credentials. */
  url: string
  /** From now on, faults are drawn from the seed with these odds for every request. */
  setOdds(odds: Odds, seed: number): void
  /** The next request of this kind meets this fault, whatever the odds; several calls apply in turn. */
  next(method: string, fault: Fault): void
  /** If off, copies that a write did not reach stay behind until `heal`. */
  setLevelling(isOn: boolean): void
  /** Ends all faults and makes all copies equal. */
  heal(): Promise<void>
  /** Returns the copies that have the document. */
  holders(db: string, id: string): Promise<number[]>
  /** Returns how many requests were answered with this status, or cut off (0). */
  answered(status: number): number
  close(): Promise<void>
}

const admin = { name: 'admin', password: 'flowers' }

/**
 * A cluster of three real servers behind one address, n = 3, r = w = 2. Documents are written and read as by the node
 * of a real cluster: 202 below a quorum, rivals that each reached a different copy, late and repaired reads. Lists,
 * views and feeds come from the first copy. Faults are drawn from a seed; the order of concurrent requests is not.
 */
export async function startFakeCluster(): Promise<FakeCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-cluster-'))
  const servers = await Promise.all(REPLICAS.map((n) => startEmbedded({ folder: join(folder, String(n)), admin })))
  const authorization = `Basic ${Buffer.from(`${admin.name}:${admin.password}`).toString('base64')}`
  const urls = servers.map(({ url }) => url)
  let dice = seededRandom(1)
  const random = () => dice()
  let odds = NO_FAULTS
  let isLevelling = true
  const planned: { method: string; fault: Fault }[] = []
  const answers = new Map<number, number>()
  const copies = openReplicas(urls, authorization)
  const coordinator = openCoordinator({ copies, random, levelsItself: () => isLevelling })

  function faultFor(method = ''): Fault {
    const at = planned.findIndex((one) => one.method === method)
    return planned.splice(at, at === -1 ? 0 : 1)[0]?.fault ?? drawFault(odds, random)
  }

  async function act(call: Call, { copies: reached = REPLICAS }: Fault): Promise<Reply> {
    const kind = kindOf(call)
    if (kind === 'document') return call.method === 'GET' ? coordinator.read(call) : coordinator.write(call, reached)
    return kind === 'bulk' ? coordinator.writeAll(call, reached) : coordinator.tellAll(call)
  }

  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const fault = faultFor(method)
    const end = (status: number, body?: Reply) => {
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (!body) outgoing.destroy()
      else outgoing.writeHead(status, { 'content-type': 'application/json' }).end(body.text)
    }
    if (fault.answer === 'cut before') return end(0)
    if (fault.answer === '500 before') return end(500, FAILED)
    if (fault.answer === '503 before') return end(503, UNAVAILABLE)
    if (kindOf({ method, path }) === 'other') return pass(incoming, outgoing, urls[0] ?? '')
    try {
      const answer = await act({ method, path, headers, body: await text(incoming) }, fault)
      if (fault.answer === 'cut after') return end(0)
      if (fault.answer === '500 after') return end(500, FAILED)
      end(answer.status, answer)
    } catch (error) {
      end(0)
      // Any other error is a mistake of this cluster itself.
      if (!isOfNetwork(error)) throw error
    }
  })
  // Clients keep idle connections for 30 s. Node closes them after 5 s, and a request that is sent at that moment fails.
  server.keepAliveTimeout = 72_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://${admin.name}:${admin.password}@127.0.0.1:${port}`,
    setOdds(next, seed) {
      odds = next
      dice = seededRandom(seed)
    },
    next(method, fault) {
      planned.push({ method, fault })
    },
    setLevelling(isOn) {
      isLevelling = isOn
    },
    async heal() {
      odds = NO_FAULTS
      planned.length = 0
      isLevelling = true
      await coordinator.levelled()
    },
    holders: copies.holders,
    answered: (status) => answers.get(status) ?? 0,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await coordinator.levelled()
      await Promise.all(servers.map((one) => one.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const FAILED = reply(500, { error: 'internal_server_error', reason: 'a fault' })
const UNAVAILABLE = reply(503, { error: 'service_unavailable', reason: 'a fault' })

const isOfNetwork = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(String(error.code))

function kindOf({ method, path }: Pick<Call, 'method' | 'path'>): 'document' | 'bulk' | 'for all' | 'other' {
  const [, db = '', ...rest] = path.split('?', 1)[0]?.split('/') ?? []
  const [first = ''] = rest
  const isWrite = method === 'PUT' || method === 'DELETE'
  if (
    !db.startsWith('_') &&
    first !== '' &&
    !first.startsWith('_') &&
    rest.length === 1 &&
    (isWrite || method === 'GET')
  )
    return 'document'
  if (first === '_bulk_docs') return 'bulk'
  return isWrite || ['_index', '_compact'].includes(first) ? 'for all' : 'other'
}

/** Passes a request on unchanged, and holds it as long as the first copy does. */
function pass(incoming: IncomingMessage, outgoing: ServerResponse, to: string) {
  const { method, url, headers } = incoming
  const onward = request(`${to}${url}`, { method, headers: { ...headers, host: new URL(to).host } }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
