import { isDeepStrictEqual } from 'node:util'
import { type DeliveryFact, deliveryId, orderConversation, orderId, type PayloadOf, ulidOf } from '#model'
import { deliveryFact } from '../../../sync-server/deliveries/delivery-copy.ts'
import { itemOf, type OrderRecord } from '../../../sync-server/orders/order-record.ts'
import type { Decisions, Money } from '../../../sync-server/testing/scenario-calls.ts'
import type { AskedIntent } from '../expected-state.ts'
import type { Scenario } from '../scenario.ts'
import type { AccountView } from './account-view.ts'

/** Checks the deliveries of all orders of a history, whoever has them, and what they earned. */
export async function brokenDeliveries(
  { expected, people, world }: Scenario,
  parties: readonly AccountView[],
  decisions: Decisions,
): Promise<string[]> {
  const placed = [...expected.asked].filter(([, { kind }]) => kind === 'place-order').map(([id]) => orderId(ulidOf(id)))
  const { orders, openRows } = await world.service.deliveries(placed)
  const accounts = new Set(people.map(({ account }) => account))
  const money = await Promise.all(people.map(({ account }) => world.service.money(account)))
  const asked = [...expected.asked].map(([id, one]) => ({ ...one, ulid: ulidOf(id), isDone: isDone(decisions, id) }))
  return [
    ...orders.flatMap((order) => brokenAwards(order, asked)),
    ...orders.flatMap((order) => brokenRequests(order, asked)),
    ...orders.flatMap((order) => brokenRow(order, openRows)),
    ...orders.flatMap((order) => brokenCopies(order, parties, accounts)),
    ...orders.flatMap((order) => brokenEarnings(order, money)),
    ...money.flatMap(brokenPayouts),
  ]
}

type Asked = AskedIntent & { ulid: string; isDone: boolean }

const isDone = (decisions: Decisions, id: string) => decisions[id]?.outcome === 'done'

/** One award each, none doubled: nobody else has the delivery, and everybody who was told so has, or had it. */
function brokenAwards({ _id, delivery: { rounds } }: OrderRecord, asked: readonly Asked[]): string[] {
  const problems: string[] = []
  const standing = rounds.filter(({ ended }) => !ended).length
  if (standing > 1) problems.push(`${_id} is awarded to ${standing} partners`)
  const accepted = asked.filter(
    ({ kind, payload, isDone }) => kind === 'accept-delivery' && isDone && isAbout(payload, _id),
  )
  const told = new Set(accepted.map(({ holder }) => holder.account))
  const had = new Set(rounds.map(({ partner }) => partner))
  for (const account of told)
    if (!had.has(account ?? '')) problems.push(`${_id} was awarded to ${account}, who never had it`)
  for (const account of had)
    if (!told.has(account)) problems.push(`${_id} was given to ${account}, who was not told so`)
  for (const [n, { intent }] of rounds.entries()) {
    const before = rounds.slice(0, n).findLast((round) => round.intent === intent)
    if (before && before.ended !== 'taken_back' && before.ended !== 'demoted')
      problems.push(`${_id} was awarded twice by ${intent}`)
  }
  return problems
}

const isAbout = (payload: unknown, id: string) => orderId(String(Object(payload).order)) === id

/** What a partner reported, or gave back, and what a customer rated: in the order if it was done, else not. */
function brokenRequests(order: OrderRecord, asked: readonly Asked[]): string[] {
  const { _id, delivery, entries, rating } = order
  return asked.flatMap(({ kind, payload, ulid, holder, isDone }) => {
    if (!isAbout(payload, _id)) return []
    const times = entries.filter(({ intent }) => intent === ulid).length
    const problem = `${ulid}, ${kind}, is ${isDone ? 'done' : 'refused'}, and ${times} times in ${_id}`
    if (!PARTNERS.includes(kind)) return []
    if (times > (isDone ? 1 : 0)) return [problem]
    if (!isDone) return []
    const steps = delivery.steps.filter(({ round }) => delivery.rounds[round]?.partner === holder.account)
    const hasStep = (...wanted: string[]) => steps.some(({ step }) => wanted.includes(step))
    const isKept =
      kind === 'accept-delivery' ||
      (kind === 'advance-delivery' && hasStep((payload as PayloadOf<'advance-delivery'>).step, 'delivered')) ||
      (kind === 'release-delivery' &&
        delivery.rounds.some(({ partner, ended }) => partner === holder.account && ended === 'released')) ||
      (kind === 'rate-delivery' && rating?.stars === (payload as PayloadOf<'rate-delivery'>).stars)
    return isKept ? [] : [`${problem}, which has nothing of it`]
  })
}

const PARTNERS: readonly string[] = ['accept-delivery', 'advance-delivery', 'release-delivery', 'rate-delivery']

/** The feeds' open rows are exactly the open orders. */
function brokenRow({ _id, delivery: { state } }: OrderRecord, openRows: readonly string[]): string[] {
  const rows = openRows.filter((id) => id === deliveryId(ulidOf(_id))).length
  return rows === (state === 'open' ? 1 : 0) ? [] : [`${_id} is ${state}, and has ${rows} open rows`]
}

/**
 * Each partner who ever had the delivery has its newest copy. They can write to the customer for as long as they see the
 * contact, unless the customer is a visitor.
 */
function brokenCopies(order: OrderRecord, parties: readonly AccountView[], accounts: ReadonlySet<string>): string[] {
  const canWrite = ({ drop }: DeliveryFact) => drop !== undefined && accounts.has(order.account)
  return parties.flatMap(({ name, dump }) => {
    const copied = deliveryFact(order, dump.account)
    const fact = copied && {
      ...copied,
      ...(canWrite(copied) && { conversation: orderConversation(ulidOf(order._id), dump.account) }),
    }
    const found = dump.documents.find(({ _id }) => _id === deliveryId(ulidOf(order._id)))
    if (!fact || !found)
      return fact || found ? [`${name} has ${found ? 'a' : 'no'} copy of the delivery of ${order._id}`] : []
    const { _rev, ...copy } = found
    return isDeepStrictEqual(copy, JSON.parse(JSON.stringify(fact)))
      ? []
      : [`${name} has another copy of the delivery of ${order._id}`]
  })
}

/** Who delivered has earned it once. Nothing is paid for an order whose money goes back, until an admin settles it. */
function brokenEarnings(order: OrderRecord, money: readonly Money[]): string[] {
  const { _id, delivery, deliveryFeeRupees } = order
  const problems: string[] = []
  const all = money.flatMap(({ earnings }) => earnings).filter((earning) => earning.order === _id)
  const free = all.filter(({ kind, held, notPaid }) => kind === 'delivered' && !held && !notPaid)
  const refund = itemOf(order, 'refund')
  if (refund && !refund.settled && free.length > 0) problems.push(`${_id} is to be refunded, and somebody earns it`)
  const standing = delivery.rounds.find(({ ended }) => !ended)
  const isOwed = delivery.state === 'delivered' && standing !== undefined
  const isDisputed = isOwed && itemOf(order, 'story', standing.partner)?.holds === true
  const wanted = isOwed && !isDisputed ? [`${standing.partner} ${deliveryFeeRupees}`] : []
  const found = free.map(({ partner, rupees }) => `${partner} ${rupees}`)
  if (found.join() !== wanted.join())
    problems.push(
      `${_id} is ${delivery.state}; earned: ${found.join() || 'nothing'}, owed: ${wanted.join() || 'nothing'}`,
    )
  for (const [of, same] of Map.groupBy(all, ({ partner, kind }) => `${partner} ${kind}`))
    if (same.length > 1) problems.push(`${_id} earned ${same.length} times: ${of}`)
  return problems
}

/** Every earning is in one payout or in none, and carries its number; each payout is the sum of its earnings. */
function brokenPayouts({ earnings, payouts }: Money): string[] {
  const problems: string[] = []
  for (const { _id, payout, held, notPaid } of earnings) {
    if (notPaid && (held || payout > 0)) problems.push(`${_id} is not paid, and is held or in payout ${payout}`)
    const listing = payouts.filter(({ state, earnings: listed }) => state !== 'failed' && listed.includes(_id))
    const numbers = listing.map(({ n }) => n).join()
    if (numbers !== (payout > 0 ? String(payout) : ''))
      problems.push(`${_id} says that it is in payout ${payout}, and is in ${numbers || 'none'}`)
  }
  for (const { _id, rupees, earnings: listed } of payouts) {
    const sum = earnings.filter(({ _id }) => listed.includes(_id)).reduce((all, one) => all + one.rupees, 0)
    if (sum !== rupees) problems.push(`${_id} is ${rupees} rupees, and its earnings are ${sum}`)
  }
  return problems
}
