import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GateError, gateFetch } from './gate-fetch.ts'

const GATE = { 'Mogra-Gate': '1', 'Content-Type': 'application/json; charset=utf-8' }

const servers: Server[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server on loopback that responds with `answer`. */
async function answering(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/db/mailbox-x/_changes`
}

/** A server whose response the test writes when it wants to. */
async function silent() {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>()
  const url = await answering((request, response) => {
    request.resume().on('end', () => resolve(response))
  })
  return { url, asked }
}

/** The promise, and its value as soon as it has resolved. */
function settled<T>(promise: Promise<T>) {
  const watched: { value: T | undefined; end: Promise<T> } = { value: undefined, end: promise }
  promise.then(
    (value) => {
      watched.value = value
    },
    () => undefined,
  )
  return watched
}

const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof GateError ? error.problem : String(error)),
  )

test('an answer of the gate is returned unchanged, also when it is a refusal', async () => {
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

test('a request is aborted after 45 s without a byte from the server', async () => {
  const { url, asked } = await silent()
  const problem = settled(problemOf(gateFetch({ fetch })(url)))
  await asked
  await vi.advanceTimersByTimeAsync(44_999)
  expect(problem.value).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(await problem.end).toBe('timeout')
})

test('a request is aborted when the connection falls silent in the middle of the body', async () => {
  const { url, asked } = await silent()
  const answer = gateFetch({ fetch })(url)
  ;(await asked).writeHead(200, GATE).write('{"results":')
  const problem = settled(problemOf((await answer).json()))
  await vi.advanceTimersByTimeAsync(45_000)
  expect(await problem.end).toBe('timeout')
})

test('heartbeats keep a poll open for longer than the deadline', async () => {
  const { url, asked } = await silent()
  let heard = Promise.withResolvers<void>()
  const answer = gateFetch({ fetch, contact: () => heard.resolve() })(url)
  const poll = await asked
  poll.writeHead(200, GATE).write('\n')
  const body = settled(answer.then((response) => response.json()))
  for (let beat = 0; beat < 4; beat += 1) {
    await heard.promise
    heard = Promise.withResolvers<void>()
    await vi.advanceTimersByTimeAsync(40_000)
    poll.write('\n')
  }
  await heard.promise
  poll.end('{"results":[]}')
  expect(await body.end).toEqual({ results: [] })
})

test.each([
  ['gets the time that a slow network needs for it', 40_960, 201],
  ['that is small gets no more time than any other request', 1, 'timeout'],
])('a request body %s', async (_, bytes, outcome) => {
  const { url, asked } = await silent()
  const sent = gateFetch({ fetch })(url, { method: 'POST', body: 'x'.repeat(bytes) })
  const problem = problemOf(sent)
  const response = await asked
  await vi.advanceTimersByTimeAsync(54_000)
  response.writeHead(201, GATE).end('[]')
  expect(outcome === 201 ? (await sent).status : await problem).toBe(outcome)
})

test('a caller can abort the request, and that is not reported as a timeout', async () => {
  const url = await answering((_, response) => response.writeHead(200, GATE).write('\n'))
  const controller = new AbortController()
  const response = await gateFetch({ fetch })(url, { signal: controller.signal })
  controller.abort()
  expect(await problemOf(response.json())).toMatch(/AbortError/)
})
