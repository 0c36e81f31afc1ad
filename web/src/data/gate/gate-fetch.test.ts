import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { GateError, gateFetch } from './gate-fetch.ts'

const GATE = { 'Mogra-Gate': '1', 'Content-Type': 'application/json; charset=utf-8' }

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server on loopback that answers as told. */
async function answering(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/db/mailbox-x/_changes`
}

const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof GateError ? error.problem : String(error)),
  )

test('an answer of the gate comes through whole, also when it is a refusal', async () => {
  const url = await answering((_, response) => response.writeHead(401, GATE).end('{"error":"unauthorized"}'))
  const contact = vi.fn()
  const response = await gateFetch({ fetch, contact })(url)
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({ error: 'unauthorized' })
  expect(contact).toHaveBeenCalled()
})

test.each([
  ['without the gate’s header', { 'Content-Type': 'application/json' }],
  ['of another content type', { 'Mogra-Gate': '1', 'Content-Type': 'text/html' }],
])('a 200 %s is a failure', async (_, headers) => {
  const url = await answering((_, response) => response.writeHead(200, headers).end('{}'))
  expect(await problemOf(gateFetch({ fetch })(url))).toBe('not-the-gate')
})

test('a redirect to a sign-in page is a failure', async () => {
  const url = await answering((_, response) => response.writeHead(302, { Location: '/portal' }).end())
  expect(await problemOf(gateFetch({ fetch })(url))).not.toBe('none')
})

test('a server that says nothing is given up', async () => {
  const url = await answering(() => undefined)
  expect(await problemOf(gateFetch({ fetch, idleMs: 50 })(url))).toBe('timeout')
})

test('a connection that falls silent in the middle of the body is given up', async () => {
  const url = await answering((_, response) => response.writeHead(200, GATE).write('{"results":'))
  const response = await gateFetch({ fetch, idleMs: 80 })(url)
  expect(await problemOf(response.json())).toBe('timeout')
})

test('heartbeats keep a poll open for longer than the deadline', async () => {
  const url = await answering((_, response) => {
    response.writeHead(200, GATE)
    let beats = 0
    const timer = setInterval(() => {
      beats += 1
      if (beats < 8) return response.write('\n')
      clearInterval(timer)
      return response.end('{"results":[]}')
    }, 40)
  })
  const response = await gateFetch({ fetch, idleMs: 160 })(url)
  expect(await response.json()).toEqual({ results: [] })
})

test('a large body has the time that a slow line needs for it', async () => {
  const url = await answering((request, response) => {
    request.resume()
    request.on('end', () => setTimeout(() => response.writeHead(201, GATE).end('[]'), 150))
  })
  const slow = gateFetch({ fetch, idleMs: 40, bytesPerSecond: 20_000 })
  expect(await problemOf(slow(url, { method: 'POST', body: 'x' }))).toBe('timeout')
  expect((await slow(url, { method: 'POST', body: 'x'.repeat(20_000) })).status).toBe(201)
})

test('who asked can give up, and that is no timeout', async () => {
  const url = await answering((_, response) => response.writeHead(200, GATE).write('\n'))
  const controller = new AbortController()
  const response = await gateFetch({ fetch })(url, { signal: controller.signal })
  controller.abort()
  expect(await problemOf(response.json())).toMatch(/AbortError/)
})
