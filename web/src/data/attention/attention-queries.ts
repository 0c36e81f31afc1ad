import { type Intent, intentId, orderId, ulidOf } from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import type { Mailbox } from '../local/mailbox.ts'
import { findReorder, type OrderSummary } from '../orders/reorder-detection.ts'
import { getMany, type Stored } from '../pouch/reads.ts'
import { readRejectedDocuments } from '../push-state/rejected-documents.ts'

export interface RefusedDocument {
  id: string
  /** Reason code. */
  reason: string
  at: string
  document: Stored | undefined
}

export interface AttentionItem {
  /** The intent's or the document's. */
  id: string
  /** gate: the document was not taken · service: the intent was decided, and refused. */
  refusedBy: 'gate' | 'service'
  /** Reason code. */
  reason: string
  at: string
  /** What was asked, if it was an intent. */
  intent?: Intent
}

/** Documents that the gate would not take and that the person has not put away. */
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
      // The service took it from the visitor who has signed in since; only the copy in the account's mailbox was refused.
      id.startsWith('intent:') && ordered.has(orderId(ulidOf(id)))
        ? []
        : [{ id, reason, at, document: stored.get(id) }],
    )
  },
}

/** Always the same array, so that screens are not drawn again. */
const NOTHING: AttentionItem[] = []

/** Everything refused, by the gate or by the service, until it is put away; oldest first. */
export const needsAttention: LiveQuery<AttentionItem[]> = {
  key: 'attention',
  watches: ['refused', 'receipt:', 'intent:', 'order:'],
  read: async (stores) => {
    const { mailbox } = stores
    const byGate = await refusedDocuments.read(stores)
    const { dismissed } = await readRejectedDocuments(mailbox.db)
    const refused = (await mailbox.allOf('receipt')).filter(
      ({ _id, outcome }) => outcome === 'refused' && !(intentId(ulidOf(_id)) in dismissed),
    )
    if (byGate.length + refused.length === 0) return NOTHING
    const ids = [...byGate.map(({ id }) => id), ...refused.map(({ _id }) => _id)]
    const settled = await settledAmong(mailbox, new Set(ids.map((id) => ulidOf(id))))
    const intents = new Map((await mailbox.allOf('intent')).map((intent) => [intent._id, intent]))
    return [
      ...byGate.flatMap(({ id, reason, at, document }) => {
        if (!isIntent(document)) return [{ id, refusedBy: 'gate' as const, reason, at }]
        return settled.has(ulidOf(id)) ? [] : [{ id, refusedBy: 'gate' as const, reason, at, intent: document }]
      }),
      ...refused.flatMap(({ _id, reason, decidedAt }) => {
        const id = intentId(ulidOf(_id))
        const intent = intents.get(id)
        if (!intent || settled.has(ulidOf(id))) return []
        return [{ id, refusedBy: 'service' as const, reason: reason ?? 'refused', at: decidedAt, intent }]
      }),
    ].sort((a, b) => (a.at < b.at ? -1 : 1))
  },
}

/**
 * Of these refused intents, by ULID: orders that their customer has cancelled as well, or placed again since, for which the
 * refusal is no loss; and cancellations of an order that another device has already cancelled.
 */
async function settledAmong(mailbox: Mailbox, refused: ReadonlySet<string>): Promise<Set<string>> {
  const cancelled = await mailbox.openIntents('cancel-order')
  // `foldOrder` returns more about them than is needed here, and would slow down the start of the app.
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
