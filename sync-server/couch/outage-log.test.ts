import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Embedded, startEmbedded } from '../../couchdb/embedded/start.ts'
import { unavailable } from '../http/problem.ts'
import { asPushed, intentOf, orderOf, post } from '../testing/device.ts'
import { startTestService } from '../testing/test-service.ts'
import { Undecided } from './failures.ts'
import { type OutageLog, openOutageLog } from './outage-log.ts'

const SECOND = 1_000
const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5984'), { code: 'ECONNREFUSED' })

describe('while CouchDB is away', () => {
  let lines: string[]
  let clock: number
  let outages: OutageLog
  beforeEach(() => {
    lines = []
    clock = Date.parse('2026-11-25T10:00:00Z')
    outages = openOutageLog({
      origin: 'http://127.0.0.1:5984',
      now: () => new Date(clock),
      write: (line) => lines.push(line),
    })
  })

  test('the log says once a minute that it is away, with the number of failed requests, and says when it is back', () => {
    for (let second = 0; second < 150; second += 1) {
      expect(outages.tellsOfRequest(refused())).toBe(true)
      outages.report('The outbox could not be read', refused())
      clock += SECOND
    }
    outages.answered()
    outages.answered()
    const line = (failed: number) =>
      'CouchDB at http://127.0.0.1:5984 is not available (connect ECONNREFUSED 127.0.0.1:5984); Mogra keeps trying; this ' +
      `is logged once a minute. Requests that failed since the last line: ${failed}.`
    expect(lines).toEqual([
      line(1),
      line(60),
      line(60),
      'CouchDB at http://127.0.0.1:5984 is available again. Requests that failed since the last line: 29.',
    ])
  })

  test('if no request failed, the line does not count them', () => {
    outages.report('The outbox could not be read', refused())
    outages.answered()
    expect(lines).toEqual([
      expect.stringMatching(/; this is logged once a minute\.$/),
      'CouchDB at http://127.0.0.1:5984 is available again.',
    ])
  })

  test('a CouchDB that comes and goes is logged once a minute, and every failed request is counted', () => {
    let failed = 0
    for (let second = 0; second < 300; second += 1) {
      failed += 1
      outages.tellsOfRequest(refused())
      outages.answered()
      clock += SECOND
    }
    expect(lines.filter((line) => line.includes('is not available'))).toHaveLength(5)
    expect(lines.filter((line) => line.includes('is available again'))).toHaveLength(5)
    clock += 60 * SECOND
    outages.answered()
    const told = lines.map((line) => Number(/last line: (\d+)/.exec(line)?.[1] ?? 0))
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(failed)
  })

  test.each<[why: string, error: unknown]>([
    ['a request that was refused because CouchDB is away', unavailable(refused())],
    ['a missing quorum', new Undecided('accounts: no quorum')],
    ['a full disk', Object.assign(new Error('no room'), { statusCode: 507 })],
    ['a connection that broke', new Error('error happened in your connection. Reason: SocketError: other side closed')],
  ])('%s is covered by the line about the outage', (_, error) => {
    expect(outages.tells(error)).toBe(true)
    expect(lines).toHaveLength(1)
  })

  test.each<[why: string, error: unknown]>([
    ['a mistake of ours', new TypeError('x is not a function')],
    ['a refusal of ours', unavailable()],
    ['a document that CouchDB refuses', Object.assign(new Error('forbidden'), { statusCode: 403 })],
  ])('%s is logged separately', (_, error) => {
    expect(outages.tellsOfRequest(error)).toBe(false)
    outages.report('It failed', error)
    outages.tellsOfRequest(refused())
    expect(lines).toEqual([`It failed: ${error}`, expect.stringContaining('since the last line: 1.')])
  })

  test('the line contains neither credentials nor line breaks', () => {
    outages.tells(Object.assign(new Error('no answer\nof http://mogra:secret@couch:5984'), { code: 'ETIMEDOUT' }))
    expect(lines.join()).toContain('(no answer of http://…@couch:5984)')
  })
})

describe('a service whose CouchDB is stopped', () => {
  const admin = { name: 'mogra', password: 'outage' }
  let folder: string
  let couchdb: Embedded
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mogra-outage-log-'))
    couchdb = await startEmbedded({ folder, admin })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await couchdb.close()
    await rm(folder, { recursive: true })
  })

  test('logs one line in a minute for fifty requests, another line later, and a line when CouchDB is back', async () => {
    const lines: string[] = []
    vi.spyOn(console, 'error').mockImplementation((...parts) => void lines.push(parts.join(' ')))
    let laterMs = 0
    const service = await startTestService({
      logStream: { write: (line) => void lines.push(line) },
      now: () => new Date(Date.now() + laterMs),
      env: { COUCHDB_URL: couchdb.url.replace('//', `//${admin.name}:${admin.password}@`) },
    })
    try {
      const me = await service.signIn('customer@mogra.example')
      const path = `${service.url}/db/${me.mailbox.name}`
      const headers = { cookie: me.cookie }
      const intents = Array.from({ length: 20 }, () => asPushed(intentOf(orderOf())))
      const push = () => post(`${path}/_bulk_docs`, { docs: intents, new_edits: false }, headers)
      const poll = await fetch(`${path}/_changes?feed=longpoll&since=now`, { headers })
      // Some of the intents are still undecided when CouchDB stops.
      expect((await push()).status).toBe(201)
      await couchdb.close()

      const askAll = () =>
        Promise.all([
          push(),
          post(`${path}/_revs_diff`, {}, headers),
          post(`${path}/_bulk_get`, { docs: [] }, headers),
          fetch(`${path}/_changes`, { headers }),
          fetch(path, { headers }),
          fetch(`${service.url}/db/catalogue`),
          fetch(`${service.url}/db/catalogue/_changes?feed=longpoll&since=now`),
          fetch(`${service.url}/api/sessions/current`, { headers: { cookie: `${me.cookie}x` } }),
          post(`${service.url}/api/sessions`, { email: 'partner@mogra.example', code: '123456' }),
          post(`${service.url}/api/visitors`, {}),
        ])
      for (let round = 0; round < 5; round += 1)
        expect((await askAll()).map(({ status }) => status)).toEqual(Array(10).fill(503))
      expect(await fetch(`${service.url}/health`)).toMatchObject({ status: 503 })
      await service.services.outbox.wake()
      expect(lines).toEqual([expect.stringContaining('is not available')])

      laterMs = 61 * SECOND
      expect((await fetch(path, { headers })).status).toBe(503)
      expect(lines).toHaveLength(2)
      // The first failed request may be counted in the first line.
      expect(Number(/last line: (\d+)/.exec(lines[1] ?? '')?.[1])).toBeGreaterThanOrEqual(49)

      couchdb = await startEmbedded({ folder, admin, port: Number(new URL(couchdb.url).port) })
      expect((await fetch(path, { headers })).status).toBe(200)
      await service.services.decider.idle()
      expect(lines).toHaveLength(3)
      expect(lines[2]).toContain('is available again')
      await poll.text().catch((error: unknown) => expect(error).toMatchObject({ message: 'terminated' }))
    } finally {
      await service.close()
    }
  }, 120_000)
})
