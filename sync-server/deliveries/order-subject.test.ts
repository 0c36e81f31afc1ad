import { expect, test } from 'vitest'
import { type DeliveryState, KEPT_FOR, orderConversation, type Round } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { HAPPENED, type OrderRecord } from '../orders/order-record.ts'
import { openOrderSubject } from './order-subject.ts'
import { type TellNeeds, tellOrder } from './tell-order.ts'

const ULID = '01JD0000000000000000000001'
const NUMBER = 'FLR1763719200000ABC'
const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-11-26T12:00:00.000Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString()

const PEOPLE: Record<string, object> = {
  asha: { id: 'asha', name: ' Asha  Rao', role: 'CUSTOMER', status: 'active' },
  ravi: { id: 'ravi', name: 'Ravi Shinde', role: 'PARTNER', status: 'active' },
  sunil: { id: 'sunil', name: 'Sunil', role: 'PARTNER', status: 'active' },
  guest: { id: 'guest', name: '', role: 'VISITOR', status: 'active' },
  adopted: { id: 'adopted', role: 'VISITOR', status: 'adopted', adoptedBy: 'asha' },
  gone: { id: 'gone', status: 'ended' },
}
const accounts = {
  get: async (id: string) => PEOPLE[id],
  ownerOf: async (id: string) => (id === 'adopted' ? 'asha' : id),
} as Pick<Accounts, 'get' | 'ownerOf'>

const round = (more: Partial<Round> = {}): Round => ({ partner: 'ravi', awardedAt: hoursAgo(30), intent: 'x', ...more })

interface Wanted {
  state?: DeliveryState
  /** How many hours ago it reached its state. */
  since?: number
  rounds?: Round[]
  account?: string
  drop?: boolean
}

const order = ({ state = 'awarded', since = 1, rounds = [round()], account = 'asha', drop }: Wanted = {}) =>
  ({
    ...{ _id: `order:${ULID}`, type: 'order', number: NUMBER, account, version: 3, told: 2, entries: [], items: [] },
    ...{ lines: [], address: { name: 'Asha Rao', phone: '1', address: '14', city: 'jaipur', pincode: '302015' } },
    delivery: {
      ...{ state, since: hoursAgo(since), rounds, steps: [] },
      ...(drop && { drop: { name: 'Asha Rao', phone: '1', address: '14', pincode: '302015', messages: [] } }),
    },
  }) as unknown as OrderRecord & { _rev: string }

const subjectOf = (wanted: Wanted | undefined, partner = 'ravi') =>
  openOrderSubject({
    orders: { read: async () => wanted && order(wanted) },
    ...{ accounts, now: () => new Date(NOW) },
  })(ULID, partner)

const ended = (ended: NonNullable<Round['ended']>, hours: number, more: Partial<Round> = {}) =>
  round({ ended, endedAt: hoursAgo(hours), ...more })
const KEPT = KEPT_FOR.deliveryHours

test.each<[string, Wanted, boolean]>([
  ['who has the delivery', { state: 'awarded' }, true],
  ['who has the flowers', { state: 'on_the_way', since: 40 }, true],
  ['who delivered it within a day', { state: 'delivered', since: KEPT - 1 }, true],
  ['who delivered it a day ago, before the copy is emptied', { state: 'delivered', since: KEPT }, false],
  ['whose copy is emptied', { state: 'delivered', rounds: [round({ isForgotten: true })] }, false],
  ['with whom it failed within a day', { state: 'failed', since: KEPT - 1 }, true],
  ['with whom it failed a day ago', { state: 'failed', since: KEPT }, false],
  ['from whom it was taken back within a day', { state: 'open', rounds: [ended('taken_back', KEPT - 1)] }, true],
  ['from whom it was taken back a day ago', { state: 'open', rounds: [ended('taken_back', KEPT)] }, false],
  ['who is no partner any more since an hour', { state: 'open', rounds: [ended('demoted', 1)] }, true],
  ['who gave it back', { state: 'open', rounds: [ended('released', 1)] }, false],
  ['who lost it to another', { rounds: [ended('displaced', 1), round({ partner: 'sunil' })] }, false],
  ['who had it when it was cancelled', { state: 'cancelled', rounds: [ended('cancelled', 1)] }, false],
  ['who gave it back and has it again', { rounds: [ended('released', 2), round()] }, true],
  ['who had it and gave it back', { state: 'open', rounds: [ended('taken_back', 2), ended('released', 1)] }, false],
])('a customer and a partner %s can write to each other: %o → %s', async (_, wanted, isOpen) => {
  expect(await subjectOf(wanted)).toEqual({
    ...{ owner: 'asha', number: NUMBER, isOpen },
    names: isOpen ? { owner: 'Asha', counterpart: 'Ravi' } : { owner: '', counterpart: '' },
  })
})

test.each<[string, Wanted | undefined, string?]>([
  ['an order that does not exist', undefined],
  ['a partner who never had it', {}, 'sunil'],
  ['an order of a visitor', { account: 'guest' }],
  ['an order of an account that has ended', { account: 'gone' }],
  ['an order of a deleted account, which a partner still delivers', { account: 'deleted', drop: true }],
])('nobody can write about %s', async (_, wanted, partner) => {
  expect(await subjectOf(wanted, partner)).toBeUndefined()
})

test('the order of a visitor who has signed in is the account’s', async () => {
  expect(await subjectOf({ account: 'adopted' })).toMatchObject({ owner: 'asha', isOpen: true })
})

test('nobody can write to a partner whose account has ended', async () => {
  const rounds = [round({ partner: 'gone' })]
  expect(await subjectOf({ state: 'delivered', rounds }, 'gone')).toMatchObject({ isOpen: false, names: { owner: '' } })
})

/** The conversations that are followed when these things have happened to an order of two partners. */
async function followed(happened: string[], rounds = [ended('taken_back', 2), round({ partner: 'sunil' })]) {
  const keys: string[] = []
  const needs = {
    accounts,
    earnings: { steps: () => [] },
    followConversation: async (key: string) => void keys.push(key),
    now: () => new Date(NOW),
  } as unknown as TellNeeds
  const all = happened.map((what) => ({ what, version: 3, at: hoursAgo(0) }))
  const steps = tellOrder(order({ rounds }), { all, fresh: [] }, needs)
  const follows = steps.filter(({ name }) => name === 'follow conversation')
  for (const { write } of follows) await write()
  expect(follows.every(({ isLate }) => isLate)).toBe(true)
  return keys
}

test.each([
  ...[HAPPENED.awarded, HAPPENED.released, HAPPENED.takenBack, HAPPENED.demoted, HAPPENED.cancelled, HAPPENED.failed],
  ...[HAPPENED.forgotten, HAPPENED.erased, HAPPENED.handedOver, HAPPENED.partnerErased],
])('after an order was %s, the conversations with all of its partners are followed', async (what) => {
  expect(await followed([HAPPENED.noted, what])).toEqual([
    orderConversation(ULID, 'ravi'),
    orderConversation(ULID, 'sunil'),
  ])
})

test.each([
  ...[HAPPENED.placed, HAPPENED.changed, HAPPENED.reported, HAPPENED.rated, HAPPENED.opened],
  ...[HAPPENED.silent, HAPPENED.noted, HAPPENED.settled],
])('after an order was %s, no conversation is read', async (what) => {
  expect(await followed([what])).toEqual([])
})

test('a pick-up or a delivery is followed where it may have displaced another partner', async () => {
  for (const what of [HAPPENED.pickedUp, HAPPENED.delivered]) {
    expect(await followed([what])).toHaveLength(2)
    expect(await followed([what], [round()])).toEqual([])
  }
})
