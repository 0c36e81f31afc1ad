import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openThroughputLimits } from './throughput-limits.ts'

const MOST = 3
const CHUNK = Buffer.alloc(64 * 1024)
let app: FastifyInstance | undefined
let sockets: Socket[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await app?.close()
  vi.useRealTimers()
})

/** Serves endless answers; `over` lists the paths whose answer was cut off or abandoned. */
async function serve() {
  const over: string[] = []
  const right = new AbortController()
  const throughput = openThroughputLimits()
  app = fastify()
  app.addHook('onClose', async () => throughput.close())
  app.get('/*', async ({ url }, reply) => {
    throughput.begin(reply, [{ name: 'somebody', most: MOST }])
    // A reply counts once for a holder, however often it is registered.
    throughput.begin(reply, [{ name: 'somebody', most: MOST }])
    throughput.watch(reply, right.signal)
    reply.raw.once('close', () => over.push(url))
    const body = new Readable({
      read() {
        this.push(CHUNK)
      },
    })
    return reply.type('application/octet-stream').send(body)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { over, right, ask: (path: string) => ask(port, path) }
}

async function ask(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, status: head.toString('latin1', 9, 12) }
}

test('a holder with too many answers gets another only when one ends', async () => {
  const { ask, over } = await serve()
  const open = [await ask('/1'), await ask('/2'), await ask('/3')]
  expect([...open, await ask('/4')].map(({ status }) => status)).toEqual(['200', '200', '200', '429'])
  open[0]?.socket.destroy()
  await expect.poll(() => over).toEqual(['/1'])
  expect((await ask('/5')).status).toBe('200')
})

test('an answer that nobody reads is cut off, and one that is read continues', async () => {
  const { ask, over } = await serve()
  const [, quick] = [await ask('/slow'), await ask('/quick')]
  // Twice the size of all buffers in between.
  const wanted = 32 * 1024 * 1024
  while (quick.socket.bytesRead < wanted) {
    quick.socket.resume()
    await once(quick.socket, 'data')
  }
  vi.advanceTimersByTime(30_000)
  await once(quick.socket, 'data')
  expect(over).toEqual([])
  vi.advanceTimersByTime((1_000 * wanted) / 2 / 2_048)
  await expect.poll(() => over).toEqual(['/slow'])
  await once(quick.socket, 'data')
  expect(over).toEqual(['/slow'])
})

test('an answer is cut off when the right to it ends, including buffered data', async () => {
  const { ask, over, right } = await serve()
  const { socket } = await ask('/mine')
  const sent = () => socket.bytesRead
  right.abort()
  await expect.poll(() => over).toEqual(['/mine'])
  const before = sent()
  const cut = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await cut
  expect(sent() - before).toBeLessThan(8 * 1024 * 1024)
  expect((await ask('/again').catch(() => ({ status: 'cut' }))).status).toBe('cut')
})
