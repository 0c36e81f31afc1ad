import { beforeEach, expect, test } from 'vitest'
import type { Couch } from '../couch/couch.ts'
import type { SeenMark } from '../mailboxes/pending-mailboxes.ts'
import { openMailboxScanner } from './mailbox-scanner.ts'

const intents = (count: number) => Array.from({ length: count }, (_, n) => `intent:${String(n).padStart(26, '0')}`)

let held: PromiseWithResolvers<void> | undefined
/** A mailbox is being looked into. */
let asked: PromiseWithResolvers<void>
let heldMarks: PromiseWithResolvers<void> | undefined
let open: string[]
let handed: string[]
let times: (string | undefined)[]
let marked: string[]
let said: string[]

beforeEach(() => {
  held = undefined
  heldMarks = undefined
  asked = Promise.withResolvers()
  open = []
  handed = []
  times = []
  marked = ['mailbox-a', 'mailbox-b']
  said = []
})

/** On a database that answers when the test says so. */
function anUnsettled({ onHand = () => {} }: { onHand?: (id: string) => void } = {}) {
  const store = {
    async ids(from: string) {
      const answer = from === 'intent:' ? [...open] : []
      asked.resolve()
      await held?.promise
      return answer
    },
    many: async (ids: readonly string[]) => ids.map((_id) => ({ _id })),
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

test('nothing is caught up before the first sweep is over, and everything is afterwards', async () => {
  const scanner = anUnsettled()
  expect(scanner.isScanned('mailbox-a')).toBe(false)
  scanner.sweep()
  await scanner.running()
  expect(['mailbox-a', 'mailbox-c'].map(scanner.isScanned)).toEqual([true, true])
  scanner.rescanAll()
  expect(scanner.isScanned('mailbox-a')).toBe(false)
})

test('a mailbox that falls behind while it is looked into stays so until it is looked into again', async () => {
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

test('a sweep does not vouch for a mailbox that fell behind after the marks were read', async () => {
  const scanner = anUnsettled()
  marked = ['mailbox-b']
  heldMarks = Promise.withResolvers()
  scanner.sweep()
  scanner.needsRescan('mailbox-a', [])
  heldMarks.resolve()
  await scanner.running()
  expect(['mailbox-a', 'mailbox-b'].map(scanner.isScanned)).toEqual([false, true])
})

test('a sweep of an earlier term vouches for nothing', async () => {
  const scanner = anUnsettled()
  held = Promise.withResolvers()
  scanner.sweep()
  await asked.promise
  scanner.rescanAll()
  held.resolve()
  await scanner.running()
  expect(scanner.isScanned('mailbox-c')).toBe(false)
})

test('of what was begun in an earlier term nothing more is handed on', async () => {
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

test('a mailbox that could not be looked into is behind, and the others are not', async () => {
  marked = ['mailbox-broken', 'mailbox-b']
  const scanner = anUnsettled()
  scanner.sweep()
  await scanner.running()
  expect(marked.map(scanner.isScanned)).toEqual([false, true])
  expect(said).toEqual([expect.stringContaining('mailbox-broken')])
})

test('what was acknowledged and is not listed yet keeps its mailbox behind, and is judged by when it came', async () => {
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

test('of a mailbox whose line is given up while it is handed on, the later ones are not handed on before those', async () => {
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
