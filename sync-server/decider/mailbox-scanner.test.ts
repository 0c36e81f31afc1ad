import { beforeEach, expect, test } from 'vitest'
import type { Couch } from '../couch/couch.ts'
import type { SeenMark } from '../mailboxes/pending-mailboxes.ts'
import { openMailboxScanner } from './mailbox-scanner.ts'

const intents = (count: number) => Array.from({ length: count }, (_, n) => `intent:${String(n).padStart(26, '0')}`)

let held: PromiseWithResolvers<void> | undefined
/** Resolves when a scan of a mailbox has begun. */
let asked: PromiseWithResolvers<void>
let heldMarks: PromiseWithResolvers<void> | undefined
let open: string[]
/** The intents that the retention has removed. */
let gone: string[]
let handed: string[]
let times: (string | undefined)[]
let marked: string[]
let said: string[]

beforeEach(() => {
  held = undefined
  heldMarks = undefined
  asked = Promise.withResolvers()
  open = []
  gone = []
  handed = []
  times = []
  marked = ['mailbox-a', 'mailbox-b']
  said = []
})

/** A scanner on a database that responds when the test allows it. */
function anUnsettled({ onHand = () => {} }: { onHand?: (id: string) => void } = {}) {
  const store = {
    async ids(from: string) {
      const answer = from === 'intent:' ? [...open] : []
      asked.resolve()
      await held?.promise
      return answer
    },
    many: async (ids: readonly string[]) => ids.map((_id) => ({ _id })),
    removed: async (ids: readonly string[]) => new Set(ids.filter((id) => gone.includes(id))),
  }
  const broken = { ids: () => Promise.reject(new Error('disk full')) }
  const mark = (mailbox: string) => ({ mailbox, account: `of-${mailbox}` }) as SeenMark
  return openMailboxScanner({
    couch: { db: (name: string) => (name === 'mailbox-broken' ? broken : store) } as unknown as Couch,
    pendingMailboxes: {
      mark: () => Promise.reject(new Error('nobody pushes')),
      isUnconfirmed: () => false,
      async open() {
        const marks = marked.map(mark)
        await heldMarks?.promise
        return marks
      },
      of: async (mailbox) => mark(mailbox),
      clear: async () => true,
      drop: async () => {},
    },
    isDeciding: () => true,
    isBusy: () => false,
    isKnown: (_mailbox, id) => handed.includes(`intent:${id}`),
    hand(_mailbox, _account, { _id }, receivedAt) {
      handed.push(_id)
      times.push(receivedAt)
      onHand(_id)
    },
    report: (message, error) => said.push(`${message}: ${error}`),
  })
}

test('no mailbox counts as scanned before the first sweep has ended, and every mailbox does afterwards', async () => {
  const scanner = anUnsettled()
  expect(scanner.isScanned('mailbox-a')).toBe(false)
  scanner.sweep()
  await scanner.running()
  expect(['mailbox-a', 'mailbox-c'].map(scanner.isScanned)).toEqual([true, true])
  scanner.rescanAll()
  expect(scanner.isScanned('mailbox-a')).toBe(false)
})

test('a mailbox that needs a rescan during its scan counts as unscanned until it is scanned again', async () => {
  const scanner = anUnsettled()
  held = Promise.withResolvers()
  scanner.sweep()
  await asked.promise
  scanner.needsRescan('mailbox-a', [])
  held.resolve()
  await scanner.running()
  expect(['mailbox-a', 'mailbox-b'].map(scanner.isScanned)).toEqual([false, true])
  scanner.scanSoon('mailbox-a', 'of-mailbox-a')
  await scanner.scanNow()
  expect(scanner.isScanned('mailbox-a')).toBe(true)
})

test('a sweep does not mark a mailbox as scanned that needed a rescan after the due marks were read', async () => {
  const scanner = anUnsettled()
  marked = ['mailbox-b']
  heldMarks = Promise.withResolvers()
  scanner.sweep()
  scanner.needsRescan('mailbox-a', [])
  heldMarks.resolve()
  await scanner.running()
  expect(['mailbox-a', 'mailbox-b'].map(scanner.isScanned)).toEqual([false, true])
})

test('a sweep that began in an earlier term marks no mailbox as scanned', async () => {
  const scanner = anUnsettled()
  held = Promise.withResolvers()
  scanner.sweep()
  await asked.promise
  scanner.rescanAll()
  held.resolve()
  await scanner.running()
  expect(scanner.isScanned('mailbox-c')).toBe(false)
})

test('a scan that began in an earlier term hands on no further intents', async () => {
  open = intents(450)
  marked = ['mailbox-a']
  const scanner = anUnsettled({
    onHand: (id) => {
      if (id === open[10]) scanner.rescanAll()
    },
  })
  scanner.sweep()
  await scanner.running()
  expect(handed).toEqual(open.slice(0, 200))
})

test('a mailbox whose scan failed counts as unscanned, and the other mailboxes do not', async () => {
  marked = ['mailbox-broken', 'mailbox-b']
  const scanner = anUnsettled()
  scanner.sweep()
  await scanner.running()
  expect(marked.map(scanner.isScanned)).toEqual([false, true])
  expect(said).toEqual([expect.stringContaining('mailbox-broken')])
})

test('an acknowledged intent that is not listed yet keeps its mailbox unscanned, and later counts by its time of arrival', async () => {
  const [late, later] = intents(2).map((id) => ({ id: id.replace('intent:', ''), receivedAt: `${id} came` }))
  if (!late || !later) throw new Error('two were asked for')
  marked = ['mailbox-a']
  const scanner = anUnsettled()
  scanner.sweep()
  await scanner.running()
  scanner.needsRescan('mailbox-a', [late])
  scanner.needsRescan('mailbox-a', [later])
  open = intents(1)
  scanner.sweep()
  await scanner.running()
  expect(scanner.isScanned('mailbox-a')).toBe(false)
  expect(said).toEqual([expect.stringContaining(later.id)])
  open = intents(2)
  scanner.sweep()
  await scanner.running()
  expect(scanner.isScanned('mailbox-a')).toBe(true)
  expect(times).toEqual([late.receivedAt, later.receivedAt])
})

test('an acknowledged intent that was removed long after its decision does not keep its mailbox unscanned', async () => {
  gone = intents(1)
  marked = ['mailbox-a']
  const scanner = anUnsettled()
  scanner.sweep()
  await scanner.running()
  const [removed] = gone.map((id) => ({ id: id.replace('intent:', ''), receivedAt: 'today' }))
  if (!removed) throw new Error('one was asked for')
  scanner.needsRescan('mailbox-a', [removed])
  scanner.sweep()
  await scanner.running()
  expect([scanner.isScanned('mailbox-a'), said, handed]).toEqual([true, [], []])
})

test('a mailbox whose queue is dropped during its scan hands on none of its later intents before those', async () => {
  open = intents(450)
  marked = ['mailbox-a']
  const scanner = anUnsettled({
    onHand: (id) => {
      if (id === open[10]) scanner.needsRescan('mailbox-a', [])
    },
  })
  scanner.sweep()
  await scanner.running()
  expect(handed).toEqual(open.slice(0, 200))
  expect(scanner.isScanned('mailbox-a')).toBe(false)
})
