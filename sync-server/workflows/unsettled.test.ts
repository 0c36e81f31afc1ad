import { beforeEach, expect, test } from 'vitest'
import type { Couch } from '../couch/couch.ts'
import type { DueMark } from '../mailboxes/due-marks.ts'
import { openUnsettled } from './unsettled.ts'

const intents = (count: number) => Array.from({ length: count }, (_, n) => `intent:${String(n).padStart(26, '0')}`)

let held: PromiseWithResolvers<void> | undefined
let open: string[]
let handed: string[]
let marked: string[]

beforeEach(() => {
  held = undefined
  open = []
  handed = []
  marked = ['mailbox-a', 'mailbox-b']
})

/** On a database that answers when the test says so. */
function anUnsettled({ onHand = () => {} }: { onHand?: (id: string) => void } = {}) {
  const store = {
    async ids(from: string) {
      const answer = from === 'intent:' ? [...open] : []
      await held?.promise
      return answer
    },
    many: async (ids: readonly string[]) => ids.map((_id) => ({ _id })),
  }
  const mark = (mailbox: string) => ({ mailbox, account: `of-${mailbox}` }) as DueMark
  return openUnsettled({
    couch: { db: () => store } as unknown as Couch,
    dueMarks: {
      mark: () => Promise.reject(new Error('nobody pushes')),
      isUntold: () => false,
      open: async () => marked.map(mark),
      of: async (mailbox) => mark(mailbox),
      clear: async () => true,
      drop: async () => {},
    },
    isDeciding: () => true,
    isBusy: () => false,
    isKnown: (_mailbox, id) => handed.includes(`intent:${id}`),
    hand(_mailbox, _account, { _id }) {
      handed.push(_id)
      onHand(_id)
    },
    report: (message) => expect.fail(message),
  })
}

test('nothing is caught up before the first sweep is over, and everything is afterwards', async () => {
  const unsettled = anUnsettled()
  expect(unsettled.isCaughtUp('mailbox-a')).toBe(false)
  unsettled.sweep()
  await unsettled.running()
  expect(['mailbox-a', 'mailbox-c'].map(unsettled.isCaughtUp)).toEqual([true, true])
  unsettled.allFellBehind()
  expect(unsettled.isCaughtUp('mailbox-a')).toBe(false)
})

test('a mailbox that falls behind while it is looked into stays so until it is looked into again', async () => {
  const unsettled = anUnsettled()
  held = Promise.withResolvers()
  unsettled.sweep()
  await Promise.resolve()
  unsettled.fellBehind('mailbox-a')
  held.resolve()
  await unsettled.running()
  expect(['mailbox-a', 'mailbox-b'].map(unsettled.isCaughtUp)).toEqual([false, true])
  unsettled.settleSoon('mailbox-a', 'of-mailbox-a')
  await unsettled.settleNow()
  expect(unsettled.isCaughtUp('mailbox-a')).toBe(true)
})

test('a sweep does not vouch for a mailbox that fell behind after the marks were read', async () => {
  const unsettled = anUnsettled()
  marked = []
  unsettled.sweep()
  unsettled.fellBehind('mailbox-a')
  await unsettled.running()
  expect(unsettled.isCaughtUp('mailbox-a')).toBe(false)
})

test('of a mailbox whose line is given up while it is handed on, the later ones are not handed on before those', async () => {
  open = intents(450)
  marked = ['mailbox-a']
  const unsettled = anUnsettled({
    onHand: (id) => {
      if (id === open[10]) unsettled.fellBehind('mailbox-a')
    },
  })
  unsettled.sweep()
  await unsettled.running()
  expect(handed).toEqual(open.slice(0, 200))
  expect(unsettled.isCaughtUp('mailbox-a')).toBe(false)
})
