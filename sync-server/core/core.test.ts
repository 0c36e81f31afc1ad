import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { decisionId } from '../decider/decision.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import type { CoreDocument, CoreKind, Entry } from './core-document.ts'
import { type CoreStore, openCoreStore } from './core-store.ts'
import { openSweep, type Sweep } from './sweep.ts'
import { dyingProcess } from './testing/dying-process.ts'

/** A request that expires after an hour; everything that happens to it is told by one fact and one mail. */
interface Request extends CoreDocument {
  type: 'request'
  state: 'open' | 'taken' | 'expired'
  expiresAt?: string
}

const HOUR_MS = 3_600_000
let service: TestService
let nowMs = 0
let run = 0
let store: CoreStore<Request>
let sweep: Sweep
/** What was told, in order; a repeat of the same id counts once. */
let told: Map<string, string>
let broken: Set<string>
/** Telling a slow document waits for this. */
let files = Promise.resolve()
let isClosed = false
let clockOffMs = 0
let clockQuestions = 0
let holder: ReturnType<typeof dyingProcess>

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  await service.services.decider.stop()
})
afterAll(() => service.close())

const now = () => new Date(nowMs)
const open = { type: 'request', state: 'open' } as const

const kind: CoreKind<Request> = {
  database: 'jobs',
  idPrefix: 'request:',
  deadlineOf: ({ expiresAt }) => expiresAt,
  takesAway: () => true,
  isSlow: ({ _id }) => _id.includes('slow'),
  async due() {
    return { what: 'expired', content: { type: 'request', state: 'expired' } }
  },
  tell: (doc, { all, fresh }) => [
    ...all.map((entry) => tells('fact', doc, entry)),
    ...fresh.map((entry) => tells('mail', doc, entry)),
  ],
}
const tells = (name: string, doc: Request, { version, what }: Entry) => ({
  name: `write ${name}`,
  async write() {
    // Documents of earlier tests are left out.
    if (!doc._id.startsWith(idOf(''))) return
    if (doc._id.includes('slow')) await files
    if (broken.has(name)) throw new Error(`${name} is broken`)
    told.set(`${name} ${version} ${what}`, doc.state)
  },
})

beforeEach(async () => {
  run += 1
  nowMs = Date.parse('2026-11-25T06:00:00.000Z')
  told = new Map()
  broken = new Set()
  holder = dyingProcess()
  isClosed = false
  clockOffMs = 0
  startProcess()
  // The grace after a start is over.
  await sweep.sweepNow()
  nowMs += 3 * 60_000
})

/** Starts a process that knows nothing of the last one. */
function startProcess() {
  const { couch } = service.services
  store = openCoreStore(couch, kind)
  sweep = openSweep({
    couch: {
      clockOffMs: async () => {
        clockQuestions += 1
        return clockOffMs
      },
    },
    kinds: [{ kind, store }],
    underLease: (work) => work({ term: 1, step: holder.step }),
    now,
    isClosed: async () => isClosed,
    report: () => {},
  })
}

const idOf = (name: string) => `request:${run}-${name}`
const ask = (id: string, intent: string) =>
  store.decide(id, { at: now().toISOString(), intent }, () => ({
    what: 'asked',
    content: { ...open, expiresAt: new Date(nowMs + HOUR_MS).toISOString() },
  }))
const take = (id: string, intent: string) =>
  store.decide<'gone'>(id, { at: now().toISOString(), intent }, (doc) =>
    doc?.state === 'open' ? { what: 'taken', content: { type: 'request', state: 'taken' } } : { refused: 'gone' },
  )

test('if two people take a request at once, one of them gets it', async () => {
  const id = idOf('raced')
  await ask(id, 'a')
  const outcomes = await Promise.all([take(id, 'b'), take(id, 'c')])
  expect(outcomes.filter((outcome) => 'refused' in outcome)).toHaveLength(1)
  expect((await store.read(id))?.entries.map(({ what }) => what)).toEqual(['asked', 'taken'])
})

test('an intent that is named in the document is done, whatever came after it', async () => {
  const id = idOf('repeated')
  await ask(id, 'a')
  await take(id, 'b')
  expect(await ask(id, 'a')).toMatchObject({ doc: { state: 'taken', version: 2 } })
  expect(await store.read(id)).toMatchObject({ state: 'taken', version: 2 })
})

test('the next sweep tells a decision once, and notes its deadline', async () => {
  const id = idOf('told')
  await ask(id, 'a')
  await sweep.sweepNow()
  expect([...told]).toEqual([
    ['fact 1 asked', 'open'],
    ['mail 1 asked', 'open'],
  ])
  expect(await store.read(id)).toMatchObject({ told: 1, nextAt: new Date(nowMs + HOUR_MS).toISOString() })
  told.clear()
  await sweep.sweepNow()
  expect(told.size).toBe(0)
})

test('two sweeps at once take turns, so neither ends while the other still writes', async () => {
  let [running, most] = [0, 0]
  const both = openSweep({
    ...{ couch: { clockOffMs: async () => 0 }, kinds: [{ kind, store }], now },
    async underLease(work) {
      running += 1
      most = Math.max(most, running)
      await work({ term: 1, step: holder.step })
      running -= 1
    },
  })
  const id = idOf('swept-twice')
  await ask(id, 'a')
  await Promise.all([both.sweepNow(), both.sweepNow()])
  expect(most).toBe(1)
  expect(await store.read(id)).toMatchObject({ told: 1 })
})

test('a document whose telling takes long holds up no other, and is told in the end', async () => {
  const [slow, quick] = [idOf('a-slow-one'), idOf('b')]
  const { promise, resolve: moved } = Promise.withResolvers<void>()
  files = promise
  await ask(slow, 'a')
  await ask(quick, 'b')
  const sweeping = sweep.sweepNow()
  await vi.waitFor(async () => expect(await store.read(quick)).toMatchObject({ told: 1 }))
  expect(await store.read(slow)).toMatchObject({ told: 0 })
  moved()
  await sweeping
  expect(await store.read(slow)).toMatchObject({ told: 1, nextAt: new Date(nowMs + HOUR_MS).toISOString() })
})

test('a slow document that cannot be told is tried again later', async () => {
  const id = idOf('slow-and-broken')
  broken.add('fact')
  await ask(id, 'a')
  await sweep.sweepNow()
  expect(await store.read(id)).toMatchObject({ told: 0, tries: 1 })
  broken.clear()
  nowMs += 60_000
  await sweep.sweepNow()
  expect(await store.read(id)).toMatchObject({ told: 1 })
})

describe('a decision that is told while somebody waits', () => {
  /** Nobody waits for its row. */
  const withRow = (mayWrite = Promise.resolve()) => ({
    kind: {
      ...kind,
      tell: (doc: Request, news: Parameters<typeof kind.tell>[1]) => [
        ...news.all.map((entry) => {
          const { name, write } = tells('row', doc, entry)
          return { name, write: () => mayWrite.then(write), isLate: true as const }
        }),
        ...kind.tell(doc, news),
      ],
    },
    store,
  })
  async function asked(name: string) {
    const decided = await ask(idOf(name), 'a')
    if ('refused' in decided) throw new Error('a first request is never refused')
    return decided.doc
  }

  test('keeps the person waiting for its copies alone; the rest follows by itself', async () => {
    const doc = await asked('at-once')
    const held = Promise.withResolvers<void>()
    await sweep.tell(withRow(held.promise), doc, holder.step)
    expect([...told.keys()]).toEqual(['fact 1 asked', 'mail 1 asked'])
    expect(await store.read(doc._id)).toMatchObject({ told: 0, nextAt: '0' })
    held.resolve()
    await sweep.settled()
    expect([...told.keys()]).toEqual(['fact 1 asked', 'mail 1 asked', 'row 1 asked'])
    expect(await store.read(doc._id)).toMatchObject({ told: 1, nextAt: new Date(nowMs + HOUR_MS).toISOString() })
    told.clear()
    await sweep.sweepNow()
    expect(told.size).toBe(0)
  })

  test.each(['before write row', 'before mark as told'])(
    'is told by the next sweep if the process dies %s',
    async (point) => {
      const doc = await asked('dies')
      holder.dieAt(point)
      await sweep.tell(withRow(), doc, holder.step)
      await sweep.settled()
      holder.succeed()
      expect(await store.read(doc._id)).toMatchObject({ told: 0, nextAt: '0' })
      told.clear()
      await sweep.sweepNow()
      expect([...told.keys()]).toEqual(['fact 1 asked', 'mail 1 asked'])
      expect(await store.read(doc._id)).toMatchObject({ told: 1 })
    },
  )

  test('is finished before a sweep that is asked for ends', async () => {
    const doc = await asked('swept')
    const held = Promise.withResolvers<void>()
    await sweep.tell(withRow(held.promise), doc, holder.step)
    setTimeout(held.resolve, 300)
    await sweep.sweepNow()
    expect(await store.read(doc._id)).toMatchObject({ told: 1 })
  })

  test('notes a failure of the rest, which is tried again', async () => {
    const doc = await asked('broken-row')
    broken.add('row')
    await sweep.tell(withRow(), doc, holder.step)
    await sweep.settled()
    expect(await store.read(doc._id)).toMatchObject({ told: 0, tries: 1 })
  })

  test('is told by the next sweep if one of its copies cannot be written', async () => {
    const doc = await asked('broken-fact')
    broken.add('fact')
    await sweep.tell(withRow(), doc, holder.step)
    await sweep.settled()
    broken.clear()
    told.clear()
    await sweep.sweepNow()
    expect([...told.keys()]).toEqual(['fact 1 asked', 'mail 1 asked'])
    expect(await store.read(doc._id)).toMatchObject({ told: 1 })
  })
})

test('a document that lives for years forgets old entries, but none that is untold', async () => {
  const { couch } = service.services
  const short = openCoreStore(couch, { ...kind, entriesAtMost: 3 })
  const id = idOf('short')
  const again = (intent: string) =>
    short.decide(id, { at: now().toISOString(), intent }, () => ({ what: intent, content: open }))
  for (const intent of ['a', 'b', 'c', 'd', 'e']) await again(intent)
  expect((await short.read(id))?.entries.map(({ what }) => what)).toEqual(['a', 'b', 'c', 'd', 'e'])
  const doc = await short.read(id)
  if (doc) await short.markTold(doc)
  await again('f')
  expect((await short.read(id))?.entries.map(({ what }) => what)).toEqual(['c', 'd', 'e', 'f'])
})

test('what is kept until it is told goes with the mark, and so do failures; what was decided meanwhile keeps its own', async () => {
  interface Letter extends Request {
    pending: readonly number[]
  }
  const letters: CoreKind<Letter> = {
    ...(kind as unknown as CoreKind<Letter>),
    withoutTold: (doc) => ({ ...doc, pending: doc.pending.filter((version) => version > doc.told) }),
  }
  const kept = openCoreStore(service.services.couch, letters)
  const id = idOf('letter')
  const write = (intent: string) =>
    kept.decide(id, { at: now().toISOString(), intent }, (before) => ({
      what: 'written',
      content: { ...open, pending: [...(before?.pending ?? []), (before?.version ?? 0) + 1] },
    }))
  const { doc: first } = await write('a')
  if (!first) throw new Error('it was not written')
  await kept.note(id, (doc) => ({ ...doc, tries: 2, restingSince: now().toISOString() }))
  await write('b')
  await kept.markTold(first)
  const between = await kept.read(id)
  expect(between).toMatchObject({ told: 1, version: 2, pending: [2], nextAt: '0' })
  expect(between).not.toHaveProperty('tries')
  expect(between).not.toHaveProperty('restingSince')
  if (between) await kept.markTold(between)
  expect(await kept.read(id)).toMatchObject({ told: 2, pending: [] })
})

test('a document of before core documents has its present form wherever it is read or noted', async () => {
  const { couch } = service.services
  const id = idOf('old')
  await couch.db('jobs').create({ _id: id, type: 'request', state: 'open', version: 1 })
  const upgraded = (doc: Request) => (doc.entries === undefined ? { ...doc, entries: [], told: doc.version } : doc)
  const late = openCoreStore(couch, { ...kind, upgraded })
  expect(await late.read(id)).toMatchObject({ entries: [], told: 1 })
  await late.note(id, (doc) => ({ ...doc, tries: 1 }))
  expect(await couch.db('jobs').get(id)).toMatchObject({ entries: [], told: 1, tries: 1 })
})

test('what is decided during a long job of another kind is told before that job ends', async () => {
  const job = `long:${run}`
  const pages: number[] = []
  const long: CoreKind<Request> = {
    ...kind,
    idPrefix: 'long:',
    tell: () => [],
    takesAway: () => false,
    async due() {
      pages.push(told.size)
      if (pages.length === 2) await ask(idOf('meanwhile'), 'a')
      const isLast = pages.length === 5
      const content = { ...open, expiresAt: now().toISOString() }
      return isLast ? { what: 'expired', content: { type: 'request', state: 'expired' } } : { later: content }
    },
  }
  const longStore = openCoreStore(service.services.couch, long)
  await longStore.decide(job, { at: now().toISOString() }, () => ({
    what: 'asked',
    content: { ...open, expiresAt: now().toISOString() },
  }))
  await openSweep({
    couch: { clockOffMs: async () => 0 },
    kinds: [
      { kind, store },
      { kind: long, store: longStore },
    ],
    underLease: (work) => work({ term: 1, step: holder.step }),
    now,
    report: () => {},
  }).sweepNow()
  expect(pages).toHaveLength(5)
  expect(pages.at(-1)).toBe(2)
})

test('documents that are due are found beside untold ones that fill a page', async () => {
  const own = openCoreStore<Request>(service.services.couch, { ...kind, idPrefix: 'page:' })
  const write = (name: string) =>
    own.decide(`page:${name}`, { at: now().toISOString() }, () => ({
      what: 'asked',
      content: { ...open, expiresAt: new Date(nowMs + HOUR_MS).toISOString() },
    }))
  const due = await write('due')
  if (due.doc) await own.markTold(due.doc)
  for (const name of ['a', 'b', 'c']) await write(name)
  expect((await own.waiting(now(), 10)).due).toEqual([])
  const later = new Date(nowMs + 2 * HOUR_MS)
  for (const [limit, untold] of [
    [10, 3],
    [4, 3],
    [2, 2],
  ] as const) {
    const found = await own.waiting(later, limit)
    expect([limit, found.untold.length, found.due]).toEqual([limit, untold, ['page:due']])
  }
})

test('CouchDB is asked for its clock once for a page of deadlines', async () => {
  for (const name of ['first', 'second', 'third']) await ask(idOf(name), 'a')
  await sweep.sweepNow()
  nowMs += HOUR_MS
  clockQuestions = 0
  await sweep.sweepNow()
  for (const name of ['first', 'second', 'third'])
    expect(await store.read(idOf(name))).toMatchObject({ state: 'expired' })
  expect(clockQuestions).toBe(1)
})

test('a deadline that has come is judged and told', async () => {
  const id = idOf('expires')
  await ask(id, 'a')
  await sweep.sweepNow()
  nowMs += HOUR_MS
  await sweep.sweepNow()
  expect(await store.read(id)).toMatchObject({ state: 'expired', version: 2, told: 2 })
  expect(told.get('fact 2 expired')).toBe('expired')
  expect(await store.read(id)).not.toHaveProperty('nextAt')
})

describe('a process that dies', () => {
  test('at any step of telling or judging changes nothing in the end, because the next one continues', async () => {
    const played = async (name: string, point: string | undefined) => {
      startProcess()
      await sweep.sweepNow()
      const id = idOf(name)
      const askedMs = nowMs
      holder.dieAt(point)
      await ask(id, 'a')
      const looks = async () => {
        await sweep.sweepNow()
        nowMs = askedMs + HOUR_MS + 3 * 60_000
        await sweep.sweepNow()
      }
      await looks().catch(() => {})
      const passed = holder.succeed()
      nowMs = askedMs + HOUR_MS + 3 * 60_000
      startProcess()
      await sweep.sweepNow()
      nowMs += 3 * 60_000
      await sweep.sweepNow()
      const { state, version, told: toldUpTo, entries } = (await store.read(id)) ?? {}
      return {
        passed,
        end: { state, version, toldUpTo, entries: entries?.map(({ what }) => what), told: [...told.keys()] },
      }
    }
    const { passed, end } = await played('calm', undefined)
    expect(end.entries).toEqual(['asked', 'expired'])
    for (const point of new Set(passed)) {
      told.clear()
      expect([point, (await played(`dies-${point.replaceAll(' ', '-')}`, point)).end]).toEqual([point, end])
    }
  })
})

test('a write that fails does not stop the others, and is tried again after 1, 5 and 30 minutes, 2 hours, then daily', async () => {
  const id = idOf('failing')
  broken.add('fact')
  await ask(id, 'a')
  const waits: number[] = []
  for (let tries = 1; tries <= 6; tries += 1) {
    await sweep.sweepNow()
    const doc = await store.read(id)
    if (doc?.state === 'expired') break
    waits.push((Date.parse(doc?.nextAt ?? '') - nowMs) / 60_000)
    nowMs = Date.parse(doc?.nextAt ?? '')
  }
  // The fourth try would come after the deadline, so the document is looked at when its deadline comes.
  expect(waits).toEqual([1, 5, 30, 24])
  expect([...told.keys()]).toEqual(['mail 1 asked', 'mail 2 expired'])
  for (let tries = 0; tries < 3; tries += 1) {
    await sweep.sweepNow()
    nowMs = Date.parse((await store.read(id))?.nextAt ?? '')
  }
  const resting = await store.resting()
  expect(resting).toContainEqual({
    _id: id,
    type: 'request',
    restingSince: expect.any(String),
    tries: expect.any(Number),
  })
  expect(await store.read(id)).toMatchObject({ state: 'expired' })
  broken.clear()
  await sweep.sweepNow()
  expect(await store.read(id)).toMatchObject({ told: 2 })
  expect(await store.read(id)).not.toHaveProperty('restingSince')
  expect((await store.resting()).map(({ _id }) => _id)).not.toContain(id)
})

test('an entry that is more than a week old causes no mail', async () => {
  const id = idOf('old')
  await take(id, 'x')
  await store.decide(id, { at: now().toISOString() }, () => ({ what: 'noted', content: open }))
  nowMs += 8 * 24 * HOUR_MS
  await sweep.sweepNow()
  expect([...told.keys()]).toEqual(['fact 1 noted'])
})

test.each([
  ['while people cannot reach the service', () => (isClosed = true), () => (isClosed = false)],
  ['for three minutes after a start', () => startProcess(), () => {}],
])('a deadline that takes something from somebody is not judged %s', async (_, begin, end) => {
  const id = idOf(`grace-${run}`)
  await ask(id, 'a')
  await sweep.sweepNow()
  nowMs += HOUR_MS
  begin()
  await sweep.sweepNow()
  expect(await store.read(id)).toMatchObject({ state: 'open' })
  end()
  nowMs += 179_000
  await sweep.sweepNow()
  expect(await store.read(id)).toMatchObject({ state: 'open' })
  nowMs += 1_000
  await sweep.sweepNow()
  expect(await store.read(id)).toMatchObject({ state: 'expired' })
})

test.each([
  ['while deadlines rest', () => (clockOffMs = 61_000)],
  ['in the three minutes after a start', () => startProcess()],
])('a telling that fails after its deadline has come is tried once %s, and not again at once', async (_, begin) => {
  const id = idOf(`spins-${run}`)
  await ask(id, 'a')
  broken.add('fact')
  nowMs += HOUR_MS
  begin()
  await sweep.sweepNow()
  expect(await store.read(id)).toMatchObject({ state: 'open', told: 0, tries: 1 })
})

test('documents of another kind in the same database are left alone', async () => {
  const other = `other:${run}`
  await service.services.couch.db('jobs').create({ ...open, _id: other, version: 1, told: 0, nextAt: '0', entries: [] })
  await sweep.sweepNow()
  expect(await service.services.couch.db('jobs').get(other)).toMatchObject({ told: 0, nextAt: '0' })
})

test('while our clock and CouchDB’s differ by more than a minute, deadlines rest and telling goes on', async () => {
  const id = idOf('clocks')
  clockOffMs = -61_000
  await ask(id, 'a')
  nowMs += HOUR_MS
  await sweep.sweepNow()
  expect([...told.keys()]).toContain('fact 1 asked')
  expect(await store.read(id)).toMatchObject({ state: 'open' })
  expect(sweep.state()).toEqual({ rest: true, clockOffSeconds: -61 })
  clockOffMs = 0
  await sweep.sweepNow()
  expect(await store.read(id)).toMatchObject({ state: 'expired' })
})

describe('if two nodes decided without each other', () => {
  const leaf = (id: string, hash: string, doc: object) => ({
    ...{ type: 'request', version: 1, told: 0, nextAt: '0', state: 'open', entries: [], ...doc },
    ...{ _id: id, _rev: `1-${hash.repeat(32)}` },
  })

  test('the leaf that was told is kept, and the other is deleted', async () => {
    const id = idOf('leaf-told')
    await service.services.couch
      .db('jobs')
      .replicate([leaf(id, 'f', { state: 'taken' }), leaf(id, 'a', { told: 1, state: 'expired' })])
    expect(await store.read(id)).toMatchObject({ state: 'expired' })
    const left = (await service.leavesOf('jobs', id)).filter(({ isDeleted }) => !isDeleted)
    expect(left).toHaveLength(1)
  })

  test('if neither leaf was told, the one whose decision is in the audit is kept', async () => {
    const id = idOf('leaf-decided')
    const entries = (intent: string) => ({ entries: [{ version: 1, what: 'asked', at: now().toISOString(), intent }] })
    await service.services.couch
      .db('jobs')
      .replicate([leaf(id, 'f', { state: 'taken', ...entries('B') }), leaf(id, 'a', entries(`A${run}`))])
    await service.services.couch.db('audit').create({ _id: decisionId(`A${run}`) })
    expect(await store.read(id)).toMatchObject({ state: 'open' })
  })
})

test('the clock of the real database is asked for', async () => {
  expect(Math.abs(await service.services.couch.clockOffMs())).toBeLessThan(5_000)
})
