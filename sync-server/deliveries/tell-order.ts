import {
  type DeliveryItemRow,
  deliveryId,
  feedDayOf,
  type Notice,
  noticeId,
  orderConversation,
  type Round,
  ulidOf,
} from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Entry, News, TellStep } from '../core/core-document.ts'
import { derivedUlid } from '../core/derived-ulid.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { carrierOf, openConversationOf } from '../orders/order-conversation.ts'
import { orderFact } from '../orders/order-fact.ts'
import { confirmationMail } from '../orders/order-mail.ts'
import { HAPPENED, type OrderRecord } from '../orders/order-record.ts'
import type { VisitorMailLimits } from '../orders/visitor-mail-limits.ts'
import { deliveryFact, deliveryRow } from './delivery-copy.ts'
import { itemId, openItemRows } from './item-rows.ts'

export interface TellNeeds {
  accounts: Accounts
  mailboxes: Mailboxes
  outbox: Outbox
  visitorMailLimits: VisitorMailLimits
  feeds: Pick<Feeds, 'adminRows' | 'deliveryRows'>
  /** What the order calls for in its partners' earnings. */
  earnings: { steps(order: OrderRecord): TellStep[] }
  partners: PartnersOfOrder
  /** Opens or closes a conversation with a partner, if it exists. */
  followConversation: (key: string) => Promise<void>
  now: () => Date
}

/** The changes of partners' own documents that an order causes. */
interface PartnersOfOrder {
  /** Something happened to a partner's deliveries: their figures are counted in a moment. */
  figuresChanged(account: string): Promise<void>
  /** Notes that an award was taken back; `entry` names this one. The second one of a day ends the partner's duty. */
  takenBack(account: string, entry: { id: string; at: string }): Promise<void>
}

/** The notice that a customer gets for an entry. */
const CUSTOMER_NOTICES: Partial<Record<string, Notice['kind']>> = {
  [HAPPENED.placed]: 'order-confirmed',
  [HAPPENED.changed]: 'order-changed',
  [HAPPENED.cancelled]: 'order-cancelled',
  [HAPPENED.reported]: 'problem-reported',
  [HAPPENED.awarded]: 'order-preparing',
  [HAPPENED.pickedUp]: 'order-on-its-way',
  [HAPPENED.delivered]: 'order-delivered',
  [HAPPENED.failed]: 'order-failed',
}
/** The notice that a partner gets if somebody else ended their round. */
const PARTNER_NOTICES: Partial<Record<NonNullable<Round['ended']>, Notice['kind']>> = {
  taken_back: 'delivery-taken-back',
  displaced: 'delivery-displaced',
  cancelled: 'delivery-cancelled',
}

/** Entries that neither open nor close a delivery. */
const MOVES_NO_ROW: readonly string[] = [
  ...[HAPPENED.reported, HAPPENED.rated, HAPPENED.handedOver, HAPPENED.forgotten],
  ...[HAPPENED.silent, HAPPENED.noted, HAPPENED.settled, HAPPENED.partnerErased],
]
/** Entries that find the row closed by the award, unless the partner gets a delivery back that was taken from them. */
const FOLLOWS_AWARD: readonly string[] = [HAPPENED.pickedUp, HAPPENED.delivered]
/** Entries that change no figure of a partner. */
const COUNTS_NOTHING: readonly string[] = [
  ...[HAPPENED.changed, HAPPENED.reported, HAPPENED.handedOver, HAPPENED.opened, HAPPENED.forgotten, HAPPENED.silent],
  HAPPENED.partnerErased,
]
/** After these, customers and partners can write to each other as before. */
const KEEPS_CONVERSATIONS: readonly string[] = [
  ...[HAPPENED.placed, HAPPENED.changed, HAPPENED.reported, HAPPENED.rated, HAPPENED.opened],
  ...[HAPPENED.silent, HAPPENED.noted, HAPPENED.settled, HAPPENED.simulated],
]

/** Returns the writes that tell everybody concerned by an order: rows, copies, notices, mails, then the money. */
export function tellOrder(order: OrderRecord, { all, fresh }: News, needs: TellNeeds): TellStep[] {
  const { accounts, mailboxes, outbox, feeds, earnings, partners, visitorMailLimits } = needs
  const whose = [...new Set(order.delivery.rounds.map(({ partner }) => partner))]
  return [
    ...rowSteps(),
    { name: 'deliver order', write: deliverOrder },
    ...whose.map((partner) => ({ name: 'deliver delivery', write: () => deliverDelivery(partner) })),
    ...fresh.flatMap(noticeSteps),
    ...roundSteps(),
    ...(fresh.some(({ what }) => what === HAPPENED.placed) ? [{ name: 'post mail', write: postMail }] : []),
    ...conversationSteps(),
    ...earnings.steps(order).map((step) => ({ ...step, isLate: true as const })),
    ...(all.every(({ what }) => COUNTS_NOTHING.includes(what)) ? [] : whose.map(figuresStep)),
  ]

  function figuresStep(partner: string): TellStep {
    return {
      ...{ name: 'note figures', isLate: true },
      write: async () => (await activeAccount(partner)) && partners.figuresChanged(partner),
    }
  }

  /** A step of the only partner takes the delivery from nobody. */
  function followsOnlyAward(what: string): boolean {
    return FOLLOWS_AWARD.includes(what) && order.delivery.rounds.length === 1
  }

  function conversationSteps(): TellStep[] {
    if (all.every(({ what }) => KEEPS_CONVERSATIONS.includes(what) || followsOnlyAward(what))) return []
    return whose.map((partner) => ({
      ...{ name: 'follow conversation', isLate: true },
      write: () => needs.followConversation(orderConversation(ulidOf(order._id), partner)),
    }))
  }

  function rowSteps(): TellStep[] {
    const { delivery, items } = order
    // A closed row that is written again wakes every partner of the city.
    const movesRow = all.some(({ what }) => !MOVES_NO_ROW.includes(what) && !followsOnlyAward(what))
    return [
      ...(delivery.openedAt !== undefined && movesRow
        ? [{ name: 'write row', isLate: true as const, write: writeRow }]
        : []),
      ...(items.length > 0 ? [{ name: 'write items', isLate: true as const, write: writeItems }] : []),
    ]
  }

  async function writeRow() {
    const row = deliveryRow(order)
    const day = feedDayOf(order)
    const { version, address } = order
    await (row
      ? feeds.deliveryRows.put(row, day)
      : feeds.deliveryRows.close({ id: deliveryId(ulidOf(order._id)), version, city: address.city }, day))
  }

  async function writeItems() {
    for (const row of await namedItemRows(order, accounts)) await feeds.adminRows.put(row)
    for (const item of order.items)
      if (item.settled) await feeds.adminRows.close({ id: itemId(order, item), type: 'item', version: order.version })
  }

  /** Undefined once the account has ended: then nothing is written, and that is no failure. */
  async function activeAccount(id: string): Promise<AccountRecord | undefined> {
    const account = await accounts.get(id)
    return account?.status === 'active' ? account : undefined
  }
  /** Writes nothing for a made-up person of a demo who has never signed in. */
  async function put(account: AccountRecord | undefined, fact: Parameters<Mailboxes['put']>[1]) {
    if (account && !account.lacksMailbox) await mailboxes.put(account.mailbox.name, fact)
  }
  async function customer(): Promise<AccountRecord | undefined> {
    return activeAccount(await accounts.ownerOf(order.account))
  }

  async function deliverOrder() {
    await put(await customer(), orderFact(order, await carrierOf(order, needs)))
  }

  async function deliverDelivery(partner: string) {
    const fact = deliveryFact(order, partner)
    if (!fact) return
    const conversation = await openConversationOf(order, partner, needs)
    await put(await activeAccount(partner), { ...fact, ...(conversation !== undefined && { conversation }) })
  }

  function noticeSteps(entry: Entry): TellStep[] {
    const isOver = order.delivery.state === 'failed' && order.delivery.since === entry.at
    const kinds = new Set([CUSTOMER_NOTICES[entry.what], ...(isOver ? (['order-failed'] as const) : [])])
    const simulated = SIMULATED_NOTICES[entry.what]
    return [...kinds, simulated]
      .filter((kind) => kind !== undefined)
      .map((kind) => ({ name: 'deliver notice', write: () => notifyCustomer(entry, kind) }))
  }

  async function notifyCustomer({ at, intent, what }: Entry, kind: Notice['kind']) {
    const isOwn = CUSTOMER_NOTICES[what] === kind && intent !== undefined
    await put(await customer(), {
      ...{ _id: noticeId(isOwn ? intent : derivedUlid(at, `${order._id} ${kind}`)), type: 'notice' },
      ...{ kind, subject: order._id, at },
    })
  }

  /** The writes about rounds that have ended since the order was told last. */
  function roundSteps(): TellStep[] {
    return order.delivery.rounds.flatMap((round, n): TellStep[] => {
      const { ended, endedAt, partner } = round
      const kind = ended && PARTNER_NOTICES[ended]
      if (!kind || endedAt === undefined || !all.some(({ at }) => at === endedAt)) return []
      const isFresh = fresh.some(({ at }) => at === endedAt)
      const id = `${order._id} round ${n} ${ended}`
      return [
        ...(isFresh ? [{ name: 'notify partner', write: () => notifyPartner(partner, id, endedAt, kind) }] : []),
        ...(isFresh && ended === 'taken_back'
          ? [{ name: 'post take-back', write: () => mailTakeBack(partner, n) }]
          : []),
        ...(ended === 'taken_back'
          ? [{ name: 'note take-back', write: () => noteTakeBack(partner, { id, at: endedAt }) }]
          : []),
      ]
    })
  }

  async function notifyPartner(partner: string, id: string, at: string, kind: Notice['kind']) {
    await put(await activeAccount(partner), {
      ...{ _id: noticeId(derivedUlid(at, id)), type: 'notice', kind, subject: deliveryId(ulidOf(order._id)), at },
    })
  }

  async function noteTakeBack(partner: string, entry: { id: string; at: string }) {
    if (await activeAccount(partner)) await partners.takenBack(partner, entry)
  }

  async function mailTakeBack(partner: string, round: number) {
    const account = await activeAccount(partner)
    // The switch is on until the partner turns it off, so only `false` refuses the mail.
    if (!account || account.emailNotices === false) return
    const { number, delivery } = order
    await outbox.post({
      _id: `mail:delivery-taken-back:${ulidOf(order._id)}-${round}`,
      ...{ kind: 'delivery-taken-back', to: { account: partner }, language: account.language },
      data: { name: account.name, number, area: delivery.pickup?.area ?? '' },
    })
  }

  async function postMail() {
    const owner = await customer()
    const mail = owner && (await confirmationMail(order, owner, visitorMailLimits))
    if (mail) await outbox.post(mail)
  }
}

/** The order's open items with the names of their partners. */
export async function namedItemRows(order: OrderRecord, accounts: Accounts): Promise<DeliveryItemRow[]> {
  const names = new Map<string, string>()
  for (const { partner } of order.delivery.rounds) {
    const account = await accounts.get(partner)
    if (account?.status === 'active') names.set(partner, account.name)
  }
  return openItemRows(order, (partner) => names.get(partner) ?? '')
}

/** The entry of a simulated step, by the status that it leads to. */
export const simulatedEntry = (status: string) => `${HAPPENED.simulated} ${status}`
const SIMULATED_NOTICES: Partial<Record<string, Notice['kind']>> = {
  [simulatedEntry('preparing')]: 'order-preparing',
  [simulatedEntry('out_for_delivery')]: 'order-on-its-way',
  [simulatedEntry('delivered')]: 'order-delivered',
}
