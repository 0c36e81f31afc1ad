import {
  type CartLine,
  cartLine,
  type Favourite,
  type Flower,
  favourite,
  flowerDocumentId,
  type IntentOf,
  intentId,
  orderConversation,
  type Ticket,
  ticketId,
} from '#model'
import { aBulkRequest, aFlower, aReceipt } from '../../src/testing/documents.ts'
import { conversationOf, messageOf } from './conversation-documents.ts'
import { placedOrder, ulidOf } from './order-documents.ts'

const AT = '2026-11-21T10:00:00.000Z'
const DEVICE = 'elsewhere'

const flowerOf = (n: number) => `bench-${n}`

/** The flower of the shop with this number. */
export const shopFlower = (n: number): Flower =>
  aFlower({ _id: flowerDocumentId(flowerOf(n)), name: { en: `Red Roses ${n}`, hi: `लाल गुलाब ${n}` } })

/**
 * One of everything that a customer can have. Only the order and the refused report still have their intents and receipts:
 * those of the others are older than a month, and the service has removed them.
 */
export const customersThings = (n: number): object[] => [
  ...placedOrder(ulidOf(n)),
  ...refusedReport(n),
  ...conversation(n),
  ...[favouriteOf(n), cartLineOf(n), ticketOf(n), aBulkRequest(ulidOf(300_000 + n))],
]

const favouriteOf = (n: number): Favourite => ({
  ...{ _id: favourite.id(flowerOf(n), DEVICE), type: 'favourite', device: DEVICE, updatedAt: AT },
  ...{ flower: flowerOf(n), on: true },
})

const cartLineOf = (n: number): CartLine => ({
  ...{ _id: cartLine.id(flowerOf(n), DEVICE), type: 'cart-line', device: DEVICE, updatedAt: AT },
  ...{ flower: flowerOf(n), added: 1, taken: {} },
})

/** A report of a problem that came too late, which needs the customer's attention. */
function refusedReport(n: number): object[] {
  const ulid = ulidOf(100_000 + n)
  const intent: IntentOf<'report-problem'> = {
    ...{ _id: intentId(ulid), type: 'intent', kind: 'report-problem', device: DEVICE, n, madeAt: AT },
    payload: { order: ulidOf(n), problem: 'late', message: 'They came at nine in the evening' },
  }
  return [intent, aReceipt(ulid, { outcome: 'refused', reason: 'report_too_late' })]
}

/** A conversation with the partner who delivered an order, of which a single message is kept. */
function conversation(n: number): object[] {
  const key = orderConversation(ulidOf(n), 'p1')
  // An even `seq` would be the customer's own, with its intent.
  const [said] = messageOf(key, 1)
  return [conversationOf(key, 1), ...(said ? [said] : [])]
}

const ticketOf = (n: number): Ticket => ({
  ...{ _id: ticketId(ulidOf(200_000 + n)), type: 'ticket', version: 2, number: `SUP${1763719200000 + n}ABC` },
  ...{ state: 'answered', category: 'order', subject: `Where are my tulips? ${n}`, at: AT, changedAt: AT },
  message: 'They were to come at noon, and nobody answers the bell of the shop.',
  answers: [{ text: 'They left the florist at noon.', at: AT }],
})
