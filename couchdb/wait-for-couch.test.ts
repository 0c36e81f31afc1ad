import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createPort } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkServer } from './bootstrap.ts'
import { type CouchClient, connect } from './client/couch-client.ts'
import { startEmbedded } from './embedded/start.ts'
import { admin } from './embedded/testing.ts'
import { waitForCouch } from './wait-for-couch.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-wait-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function freePort(): Promise<number> {
  const server = createPort().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await server[Symbol.asyncDispose]()
  return port
}

const urlOf = (port: number, { name, password } = admin) => `http://${name}:${password}@127.0.0.1:${port}`

test('a start waits for a CouchDB that is down, logs it once, and continues when CouchDB responds', async () => {
  const port = await freePort()
  const warnings: string[] = []
  const said = Promise.withResolvers<void>()
  const done = checkServer(connect(urlOf(port)), {
    patienceMs: Number.POSITIVE_INFINITY,
    log: (line) => {
      warnings.push(line)
      said.resolve()
    },
  })
  await said.promise
  const server = await startEmbedded({ folder, admin, port })
  await done
  await server.close()
  expect(warnings).toEqual([
    `No CouchDB answers at http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}. Waiting for it.`,
    `CouchDB answers at http://127.0.0.1:${port} now.`,
  ])
})

test('waiting ends after the given time, and the error says how long it was', async () => {
  const port = await freePort()
  const began = Date.now()
  await expect(waitForCouch(connect(urlOf(port)), { patienceMs: 1_000, log: () => {} })).rejects.toThrow(
    /^No CouchDB answers at \S+: connect ECONNREFUSED \S+\. Gave up after 1 second\.$/,
  )
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_000)
})

test('with a patience of 0 CouchDB is asked once', async () => {
  const port = await freePort()
  const lines: string[] = []
  const waiting = waitForCouch(connect(urlOf(port)), { patienceMs: 0, log: (line) => lines.push(line) })
  await expect(waiting).rejects.toThrow(/^No CouchDB answers at \S+: connect ECONNREFUSED \S+\.$/)
  expect(lines).toEqual([])
})

test('a proxy without a running CouchDB behind it counts as down', async () => {
  const answers = [503, 502, 200]
  const proxy = createServer((_request, response) =>
    response.writeHead(answers.shift() ?? 200, { 'content-type': 'text/html' }).end('<h1>Not yet</h1>'),
  ).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const lines: string[] = []
  await waitForCouch(connect(urlOf(port)), { patienceMs: 60_000, log: (line) => lines.push(line) })
  expect(lines[0]).toBe(`CouchDB is not ready at http://127.0.0.1:${port}: it answered 503. Waiting for it.`)
  expect(answers).toEqual([])
  await proxy[Symbol.asyncDispose]()
})

test('a wrong password and an old version fail at once', async () => {
  const patienceMs = Number.POSITIVE_INFINITY
  const old = await startEmbedded({ folder: join(folder, 'old'), admin, version: '3.2.1' })
  const port = Number(new URL(old.url).port)
  await expect(checkServer(connect(urlOf(port)), { patienceMs, log: () => {} })).rejects.toThrow(
    'is too old: 3.3.3 or newer is needed',
  )
  const wrong = urlOf(port, { ...admin, password: 'wrong' })
  await expect(checkServer(connect(wrong), { patienceMs, log: () => {} })).rejects.toThrow(
    'refuses the name and password in COUCHDB_URL',
  )
  await old.close()
})

test('during an outage of ten minutes CouchDB is asked at least every 15 s, and a line is logged once a minute', async () => {
  vi.useFakeTimers()
  try {
    const began = Date.now()
    const asked: number[] = []
    const couch: CouchClient = {
      ...connect(urlOf(1)),
      open: async () => {
        asked.push(Date.now() - began)
        throw new Error('down')
      },
    }
    const lines: string[] = []
    const waiting = waitForCouch(couch, { patienceMs: 600_000, log: (line) => lines.push(line) })
    const gaveUp = expect(waiting).rejects.toThrow('Gave up after 600 seconds.')
    await vi.advanceTimersByTimeAsync(600_000)
    await gaveUp
    expect(lines.length).toBeGreaterThanOrEqual(8)
    expect(lines.length).toBeLessThanOrEqual(10)
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
    expect(Math.max(...pauses)).toBe(15_000)
  } finally {
    vi.useRealTimers()
  }
})
