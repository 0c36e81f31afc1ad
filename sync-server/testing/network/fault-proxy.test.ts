import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../../demo/generated/seeded-random.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { FAULTS, type Fault } from './faults.ts'

const BODY = JSON.stringify({ text: 'jasmine '.repeat(200) })

let service: Server
let proxy: FaultProxy
let acted: string[] = []
/** Answers to '/held' begin when this resolves, and do not end by themselves. */
const begin = Promise.withResolvers<void>()
let ended = 0
beforeAll(async () => {
  service = createServer(async (request, response) => {
    acted.push(`${request.method} ${request.url}`)
    request.resume()
    const isHeld = request.url === '/held'
    if (isHeld) {
      response.once('close', () => (ended += 1))
      await begin.promise
    }
    response.writeHead(200, { 'content-type': 'application/json', 'mogra-gate': '1' })
    if (isHeld) response.write('\n')
    else response.end(BODY)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const target = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  proxy = await startFaultProxy({ target, random: seededRandom(7) })
})
beforeEach(() => {
  acted = []
})
afterAll(async () => {
  await proxy.close()
  service.closeAllConnections()
  service.close()
})

/** The result as a client sees it. */
async function seen(signal: AbortSignal = AbortSignal.timeout(5_000)) {
  try {
    const response = await fetch(`${proxy.url}/db/x`, { method: 'POST', body: 'hello', signal })
    const text = await response.text()
    return { status: response.status, isWhole: text === BODY, type: response.headers.get('content-type') }
  } catch {
    return 'failed'
  }
}
const meet = (fault: Fault) => {
  proxy.next(/^\/db/, fault)
  return seen()
}

test('without a fault every request passes unchanged', async () => {
  expect(await seen()).toEqual({ status: 200, isWhole: true, type: 'application/json' })
  expect(acted).toEqual(['POST /db/x'])
})

test.each<[Fault, acts: number]>([
  ['drop before', 0],
  ['drop after', 1],
  ['late write', 1],
  ['truncate', 1],
  ['reset', 1],
])('%s: the client fails, and the service acted %i times', async (fault, acts) => {
  expect(await meet(fault)).toBe('failed')
  await expect.poll(() => acted.length).toBe(acts)
})

test.each<[Fault, acts: number]>([
  ['delay', 1],
  ['reorder', 1],
  ['duplicate', 2],
])('%s: the answer is right, and the service acted %i times', async (fault, acts) => {
  expect(await meet(fault)).toMatchObject({ status: 200, isWhole: true })
  await expect.poll(() => acted.length).toBe(acts)
})

test.each<[Fault, acts: number]>([
  ['half-open', 1],
  ['swallow', 0],
])('%s: no answer comes until the network heals, and the service acted %i times', async (fault, acts) => {
  const hanging = meet(fault)
  expect(await Promise.race([hanging, seen()])).toMatchObject({ isWhole: true })
  proxy.heal()
  expect(await hanging).toBe('failed')
  expect(acted).toHaveLength(acts + 1)
})

test.each<[Fault, unknown]>([
  ['status', { status: expect.any(Number), isWhole: false, type: 'text/plain' }],
  ['gate status', { status: expect.any(Number), isWhole: false, type: 'application/json' }],
  ['wrong ok', { status: expect.any(Number), isWhole: false, type: 'application/json' }],
  ['html', { status: 200, isWhole: false, type: 'text/html' }],
])('%s: the proxy answers in place of the service', async (fault, answer) => {
  expect(await meet(fault)).toEqual(answer)
  expect(acted).toEqual([])
})

test('a later request overtakes one that is held back', async () => {
  proxy.next(/first/, 'reorder')
  const first = fetch(`${proxy.url}/first`)
  await fetch(`${proxy.url}/second`)
  await first
  expect(acted).toEqual(['GET /second', 'GET /first'])
})

test('an answer that begins after its client gave up does not stay open at the service', async () => {
  const controller = new AbortController()
  const answer = fetch(`${proxy.url}/held`, { signal: controller.signal })
  await expect.poll(() => acted).toEqual(['GET /held'])
  controller.abort()
  await expect(answer).rejects.toThrow()
  await expect.poll(() => proxy.open()).toEqual([])
  begin.resolve()
  await expect.poll(() => ended).toBe(1)
})

test('a storm of faults draws every fault, and the same ones for the same seed', () => {
  const draw = (seed: number) => {
    const random = seededRandom(seed)
    return Array.from({ length: 500 }, () => FAULTS[Math.floor(random() * FAULTS.length)])
  }
  expect(new Set(draw(1)).size).toBe(FAULTS.length)
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
})
