import { isDeepStrictEqual } from 'node:util'
import { type Intent, mayBecome, noticeId, ownDeclarationOf, priceTable, type Receipt, receiptId, ulidOf } from '#model'
import { orderFact } from '../../../sync-server/orders/order-fact.ts'
import type { Decisions } from '../../../sync-server/testing/scenario-calls.ts'
import { refusedDocuments } from '../../src/data/attention.ts'
import { orderById } from '../../src/data/orders/orders.ts'
import { read } from '../../src/testing/two-devices.ts'
import type { AskedIntent } from '../expected-state.ts'
import type { Scenario } from '../scenario.ts'
import type { AccountView } from './account-view.ts'
import { brokenCart } from './cart-invariants.ts'
import { brokenDeliverySteps } from './delivery-invariants.ts'
import { brokenByEdits, brokenEdit } from './edit-invariants.ts'
import { brokenProfile } from './profile-invariants.ts'
import { brokenPromos, promoOfCode, unusedPromos } from './promo-invariants.ts'
import { brokenReports } from './report-invariants.ts'

/** Checks all invariants of one person; returns the violations. */
export async function brokenAccountInvariants(
  history: Scenario,
  party: AccountView,
  decisions: Decisions,
): Promise<string[]> {
  return [
    ...(await brokenIntents(history, party, decisions)),
    ...(await brokenOrders(history, party)),
    ...(await brokenPromos(party)),
    ...unusedPromos(history, party, decisions),
    ...strayDocuments(party),
    ...intentsOutOfTurn(party),
    ...(await lostRefusals(history, party)),
    ...(await brokenCart(history, party)),
    ...(await brokenReports(history, party)),
    ...(await brokenProfile(history, party)),
    ...brokenDeliverySteps(history, party),
  ]
}

/** Every acknowledged intent has one receipt and one effect, and every screen shows this. */
async function brokenIntents({ expected }: Scenario, party: AccountView, decisions: Decisions): Promise<string[]> {
  const problems: string[] = []
  const byId = new Map(party.dump.documents.map((doc) => [doc._id, doc]))
  for (const [intentId, asked] of expected.asked) {
    if (!party.holders.includes(asked.holder)) continue
    const decided = decisions[intentId]?.outcome
    const receipt = byId.get(receiptId(ulidOf(intentId))) as unknown as Receipt | undefined
    if (!byId.has(intentId)) {
      // An intent that was decided for a visitor is not copied into the account when they sign in.
      if (asked.byVisitor && asked.holder.account !== undefined && decided !== undefined) {
        problems.push(...(await brokenEffect(intentId, asked, decided === 'done', party)))
        continue
      }
      if (asked.isSure) problems.push(`${intentId} was acknowledged and is gone`)
      continue
    }
    if (!receipt) problems.push(`${intentId} has no receipt`)
    else if (receipt.outcome !== decided) problems.push(`${intentId} is ${receipt.outcome}, and was ${decided}`)
    problems.push(...(await brokenEffect(intentId, asked, receipt?.outcome === 'done', party)))
  }
  return problems
}

/** A kind of intent that is missing here does not compile. */
async function brokenEffect(id: string, asked: AskedIntent, isDone: boolean, party: AccountView): Promise<string[]> {
  switch (asked.kind) {
    case 'place-order':
      return brokenPlacing(id, asked, isDone, party)
    case 'track-order':
      return isDone ? [] : [`${id} is refused, and looking cannot be`]
    case 'update-profile':
    // The histories write no message to support, and nobody in them is an admin.
    case 'contact-support':
    case 'answer-ticket':
    case 'settle-item':
    case 'take-ticket':
    case 'decide-application':
    // What is asked about a delivery is compared with its order, whoever asked.
    case 'accept-delivery':
    case 'advance-delivery':
    case 'release-delivery':
    case 'rate-delivery':
    case 'set-availability':
    case 'request-payout':
    // Messages are compared with their conversation.
    case 'send-message':
    // The histories have no bulk requests.
    case 'request-bulk':
    case 'withdraw-bulk':
    case 'show-interest':
    case 'withdraw-interest':
      return []
    case 'change-order':
    case 'cancel-order':
    case 'report-problem':
      return brokenEdit(id, asked, isDone, party)
  }
}

async function brokenPlacing(id: string, asked: AskedIntent, isDone: boolean, party: AccountView): Promise<string[]> {
  const problems: string[] = []
  const { dump, browsers } = party
  const ulid = ulidOf(id)
  if (isDone && asked.isHopeless) problems.push(`${id} is done, and should have been refused`)
  if (isDone !== dump.orders.some(({ _id }) => _id === `order:${ulid}`))
    problems.push(`${id} is ${isDone ? 'done' : 'refused'}, its order ${isDone ? 'does not stand' : 'stands'}`)
  if (isDone && dump.documents.find(({ _id }) => _id === noticeId(ulid))?.subject !== `order:${ulid}`)
    problems.push(`${id} has no notice`)
  const mails = dump.confirmed.filter((order) => order === `order:${ulid}`).length
  // Only the service knows whether the order was decided before the visitor signed in, so the mail may be missing.
  const mayLack = asked.byVisitor && mails === 0
  if (mails !== (isDone ? 1 : 0) && !mayLack) problems.push(`order:${ulid} has ${mails} mails`)
  for (const { page } of browsers) {
    const view = await read(page, orderById(id))
    if (!view && !isDone && asked.byVisitor) continue
    const told = isDone ? 'confirmed' : 'refused'
    if (view?.stage !== told) problems.push(`${id} is ${told}, and the screen says ${view?.stage}`)
    if (view?.pending) problems.push(`${id} is shown with a ${view.pending.kind} that waits`)
    if (view?.pendingReport) problems.push(`${id} is shown with a report that waits`)
  }
  return problems
}

async function brokenOrders({ expected }: Scenario, { dump }: AccountView): Promise<string[]> {
  const problems: string[] = []
  const copies = new Map(dump.documents.map((doc) => [doc._id, doc]))
  for (const order of dump.orders) {
    if (!expected.asked.has(`intent:${ulidOf(order._id)}`)) problems.push(`${order._id} was asked for by nobody`)
    const prices = priceTable(order.lines, await promoOfCode(order.promoCode))
    for (const [what, rupees] of Object.entries(prices))
      if (order[what as keyof typeof prices] !== rupees) problems.push(`${order._id} has a wrong ${what}`)
    const way = order.timeline.map(({ status }) => status)
    const isAllowed = way.every((status, n) =>
      n === 0 ? status === 'confirmed' : mayBecome(way[n - 1] ?? status, status),
    )
    if (!isAllowed || way.at(-1) !== order.status) problems.push(`${order._id} went ${way.join(' ')}`)
    problems.push(...brokenByEdits(order, expected))
    const { _rev, ...copy } = copies.get(order._id) ?? { _rev: '' }
    const fact = orderFact(order)
    // How to reach the partner is in the partner's account, not in the order.
    const differs = Object.entries(copy).filter(
      ([what, value]) => what !== 'partner' && !isDeepStrictEqual(value, Object(fact)[what]),
    )
    if (!('number' in copy) || differs.length > 0)
      problems.push(`${order._id} has another copy: ${differs.map(([what]) => what).join(', ')}`)
  }
  if (new Set(dump.orders.map(({ number }) => number)).size !== dump.orders.length)
    problems.push('a number stands twice')
  return problems
}

/** A mailbox has no documents of other people, no conflicting facts or intents, and no receipt without an intent. */
function strayDocuments({ dump: { account, documents, orders }, holders }: AccountView): string[] {
  const devices = new Set(holders.flatMap(({ devices }) => [...devices]))
  const ids = new Set([...documents, ...orders].map(({ _id }) => _id as string))
  return documents.flatMap(({ _id, _conflicts = [], device, id }) => {
    const isOwn = ownDeclarationOf(_id) !== undefined
    const problems: string[] = []
    if (_conflicts.length > 0 && !isOwn) problems.push(`${_id} has a conflict`)
    if (device !== undefined && !devices.has(device as string)) problems.push(`${_id} is of a device of somebody else`)
    if (_id === 'account' && id !== undefined && id !== account) problems.push(`${_id} is of somebody else`)
    if (_id.startsWith('receipt:') && !ids.has(`intent:${ulidOf(_id)}`)) problems.push(`${_id} answers nothing`)
    if (_id.startsWith('order:') && !orders.some((order) => order._id === _id)) problems.push(`${_id} is no order`)
    return problems
  })
}

/** A device's later intent must have a greater id at any setting of its clock, because batches are processed by id. */
function intentsOutOfTurn({ dump }: AccountView): string[] {
  const intents = dump.documents.filter(({ type }) => type === 'intent') as unknown as Intent[]
  return [...Map.groupBy(intents, ({ device }) => device)].flatMap(([device, made]) => {
    const inTurn = made.toSorted((a, b) => a.n - b.n).map(({ _id }) => _id)
    return inTurn.join() === inTurn.toSorted().join() ? [] : [`the intents of ${device} are out of turn`]
  })
}

/** A document that the gate refused must be shown with its reason in the browser that wrote it. */
async function lostRefusals({ expected }: Scenario, { browsers }: AccountView): Promise<string[]> {
  const problems: string[] = []
  for (const [id, writer] of expected.misfits) {
    const browser = browsers.find(({ holder }) => holder === writer)
    // Without a mailbox the document has not been pushed and refused yet.
    if (!browser?.hasMailbox) continue
    const refusal = (await read(browser.page, refusedDocuments)).find((one) => one.id === id)
    if (!refusal?.reason) problems.push(`${id} was refused, and nobody says so`)
    if (browser.page.status.get().state !== 'attention') problems.push(`${id} was refused, and the indicator is calm`)
  }
  return problems
}
