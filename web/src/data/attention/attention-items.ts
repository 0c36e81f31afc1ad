import { findReorder, type Intent, intentId, type OrderSummary, orderId, type Receipt, ulidOf } from '#model'
import type { LiveQuery, Stores } from '../live/live-query.ts'
import type { Mailbox } from '../local/mailbox.ts'
import { getMany, type Stored } from '../pouch/reads.ts'
import { readRejectedDocuments } from '../push-state/rejected-documents.ts'
import type { AttentionItem } from './attention-queries.ts'

export interface RefusedDocument {
  id: string
  /** Reason code. */
  reason: string
  at: string
  document: Stored | undefined
}

/** Documents that the gate refused and that the person has not dismissed. */
export const refusedDocuments: LiveQuery<RefusedDocument[]> = {
  key: 'attention/refused-documents',
  watches: ['refused', 'order:'],
  read: async ({ mailbox }) => {
    const { documents, dismissed } = await readRejectedDocuments(mailbox.db)
    const open = Object.entries(documents).filter(([id]) => !(id in dismissed))
    const stored = new Map(
      (
        await getMany(
          mailbox.db,
          open.map(([id]) => id),
        )
      ).map((doc) => [doc._id, doc]),
    )
    const ordered = new Set(
      (
        await getMany(
          mailbox.db,
          open.map(([id]) => orderId(ulidOf(id))),
        )
      ).map(({ _id }) => _id),
    )
    return open.flatMap(([id, { reason, at }]) =>
      // The service accepted it from the visitor who has signed in since; only the copy in the account's mailbox was
      // refused.
      id.startsWith('intent:') && ordered.has(orderId(ulidOf(id)))
        ? []
        : [{ id, reason, at, document: stored.get(id) }],
    )
  },
}

/** What the gate refused, and of what the service `refused`, oldest first. */
export async function readAttention(stores: Stores, refused: readonly Receipt[]): Promise<AttentionItem[]> {
  const { mailbox } = stores
  const byGate = await refusedDocuments.read(stores)
  const ids = [...byGate.map(({ id }) => id), ...refused.map(({ _id }) => _id)]
  const settled = await settledAmong(mailbox, new Set(ids.map((id) => ulidOf(id))))
  const intents = new Map((await mailbox.allOf('intent')).map((intent) => [intent._id, intent]))
  return [
    ...byGate.flatMap(({ id, reason, at, document }) => {
      if (!isIntent(document)) return [{ id, refusedBy: 'gate' as const, reason, at }]
      return settled.has(ulidOf(id)) ? [] : [{ id, refusedBy: 'gate' as const, reason, at, intent: document }]
    }),
    ...refused.flatMap(({ _id, reason, result, decidedAt }) => {
      const id = intentId(ulidOf(_id))
      const intent = intents.get(id)
      // Another partner was faster: the dashboard says so, and there is nothing to do.
      if (!intent || intent.kind === 'accept-delivery' || settled.has(ulidOf(id))) return []
      if (isWithdrawnAnyway(intent, reason)) return []
      return [{ id, refusedBy: 'service' as const, reason: reason ?? 'refused', at: decidedAt, intent, result }]
    }),
  ].sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** The bulk request that was to be withdrawn had ended already, by another device or with its day. */
const isWithdrawnAnyway = ({ kind, payload }: Intent, reason: string | undefined) =>
  kind === 'withdraw-bulk' && payload.agreedWith === undefined && reason === 'request_closed'

/**
 * The ULIDs of refused intents that need no attention: orders that the customer has also cancelled or has placed again
 * since, and cancellations of an order that another device had already cancelled.
 */
async function settledAmong(mailbox: Mailbox, refused: ReadonlySet<string>): Promise<Set<string>> {
  const cancelled = await mailbox.openIntents('cancel-order')
  // `foldOrders` returns more than is needed here, and would add to the code that loads at the start of the app.
  const asked = (await mailbox.openIntents('place-order')).map(({ intent, receipt }) => ({
    ...{ id: orderId(ulidOf(intent._id)), savedAt: intent.madeAt, asked: intent.payload },
    ...{ isRefused: receipt?.outcome === 'refused', decidedAt: receipt?.decidedAt },
    ...{ reason: receipt?.reason, refusal: receipt?.result },
  }))
  const facts = await mailbox.allOf('order')
  const over = new Set(facts.flatMap(({ _id, status }) => (status === 'cancelled' ? [_id] : [])))
  const orders = facts.map((order) => ({ id: order._id, savedAt: order.placedAt, order }))
  const all: OrderSummary[] = [...asked, ...orders]
  return new Set([
    ...cancelled.flatMap(({ intent, receipt }) => {
      if (receipt?.outcome !== 'refused') return [intent.payload.order]
      return over.has(orderId(intent.payload.order)) ? [ulidOf(intent._id)] : []
    }),
    ...asked
      .filter((order) => order.isRefused && refused.has(ulidOf(order.id)) && findReorder(order, all))
      .map(({ id }) => ulidOf(id)),
  ])
}

const isIntent = (document: Stored | undefined): document is Intent => document?._id.startsWith('intent:') ?? false
