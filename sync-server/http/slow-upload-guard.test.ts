import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handleErrors } from './error-handler.ts'
import { problem } from './problem.ts'
import { guardSlowUploads } from './slow-upload-guard.ts'
import { openThroughputLimits } from './throughput-limits.ts'

let app: FastifyInstance
let sockets: Socket[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  app = fastify()
  const throughput = openThroughputLimits()
  app.addHook('onClose', async () => throughput.close())
  handleErrors(app, { tellsOfRequest: () => false })
  guardSlowUploads(app, throughput)
  app.addHook('onRequest', async ({ url }) => {
    if (url === '/not-yours') throw problem(403, 'not_yours')
  })
  app.post('/api/echo', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await app.close()
  vi.useRealTimers()
})

/** Begins a body of the given length, or a chunked one. */
async function begin(length: number | 'chunked', sent: string, path = '/api/echo') {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  const how = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`
  const asked = once(app.server, 'request')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${how}\r\n\r\n${sent}`)
  await asked
  return socket
}
/** The server's socket of the next request. */
async function arrival(): Promise<Socket> {
  const [{ socket }] = (await once(app.server, 'request')) as [IncomingMessage]
  return socket
}
async function statusOf(socket: Socket): Promise<number> {
  const [head] = (await once(socket, 'data')) as [Buffer]
  return Number(head.toString('latin1', 9, 12))
}
const LARGE = 1024 * 1024

test('an address may send 32 large bodies at once, small ones meanwhile, and another when one ends', async () => {
  const held: Socket[] = []
  for (let n = 0; n < 31; n++) held.push(await begin(LARGE, '{'))
  held.push(await begin('chunked', '1\r\n{\r\n'))
  for (const more of [await begin(LARGE, '{'), await begin('chunked', '1\r\n{\r\n')]) {
    const [answer] = (await once(more, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 429 .*retry-after: 10\r\n.*"too_many_requests"/s)
  }
  expect(await statusOf(await begin(2, '{}'))).toBe(200)
  held[0]?.destroy()
  await expect.poll(async () => statusOf(await begin(70_000, `"${'x'.repeat(69_998)}"`))).toBe(200)
})

test.each(['/api/echo', '/%61pi/echo', 'http://x/api/echo', '/nowhere'])(
  'a body that arrives too slowly is refused, whatever form the path has: %s',
  async (path) => {
    const arrived = arrival()
    const socket = await begin(1_000, '{', path)
    vi.advanceTimersByTime(20_000)
    expect((await arrived).bytesWritten).toBe(0)
    vi.advanceTimersByTime(5_000)
    expect(await statusOf(socket)).toBe(408)
    await once(socket, 'close')
  },
)

test('a body is cut off even if its request was refused unread', async () => {
  const socket = await begin(1_000, '{', '/not-yours')
  expect(await statusOf(socket)).toBe(403)
  vi.advanceTimersByTime(25_000)
  await once(socket, 'close')
})

test('a body that keeps arriving slowly after it was refused is cut off', async () => {
  const socket = await begin(LARGE + 1, '{')
  expect(await statusOf(socket)).toBe(413)
  vi.advanceTimersByTime(25_000)
  await new Promise((resolve) => socket.once('close', resolve))
  for (let n = 0; n < 32; n++) await begin(LARGE, '{')
  const refused = await begin(LARGE, '{')
  expect(await statusOf(refused)).toBe(429)
  vi.advanceTimersByTime(25_000)
  await new Promise((resolve) => refused.once('close', resolve))
})

test('a body is accepted as long as it arrives at the pace of a bad mobile network', async () => {
  const arrived = arrival()
  const body = `"${'x'.repeat(LARGE - 2)}"`
  const socket = await begin(LARGE, body.slice(0, LARGE / 2))
  const ours = await arrived
  const hasCome = (bytes: number) => expect.poll(() => ours.bytesRead).toBeGreaterThan(bytes)

  await hasCome(LARGE / 2)
  vi.advanceTimersByTime(20_000 + 100_000)
  socket.write(body.slice(LARGE / 2, -1))
  await hasCome(LARGE)
  vi.advanceTimersByTime(130_000)
  socket.write(body.slice(-1))
  expect(await statusOf(socket)).toBe(200)
})
