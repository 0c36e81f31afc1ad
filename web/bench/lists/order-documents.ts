import { anIntent, anOrder, aReceipt } from '../../src/testing/documents.ts'

/** Returns a ULID from the beginning of 2025, older than an order that is placed now. */
export const ulidOf = (n: number) => `01JGFJJZ00${String(n).padStart(16, '0')}`

export const orderOf = (ulid: string) => anOrder(ulid, { status: ulid.endsWith('0') ? 'cancelled' : 'delivered' })

export const noticeOf = (ulid: string) => ({
  _id: `notice:${ulid}`,
  type: 'notice',
  kind: 'order-delivered',
  subject: `order:${ulid}`,
  at: '2026-11-21T10:00:00.000Z',
})

/** An order with its intent, its receipt and its notice. */
export const placedOrder = (ulid: string): object[] => [orderOf(ulid), anIntent(ulid), aReceipt(ulid), noticeOf(ulid)]
