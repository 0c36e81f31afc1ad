import { ulidOf } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Mail } from '../email/mail.ts'
import { orderFact } from './order-fact.ts'
import type { OrderRecord } from './order-record.ts'
import type { VisitorMailLimits } from './visitor-mail-limits.ts'

const HELLO = { en: 'there', hi: 'जी' } as const

/**
 * Returns the confirmation mail of an order. A visitor's goes to an unverified address, so it contains nothing that
 * they typed, and is limited in number. Returns undefined if there is no address to send it to.
 */
export async function confirmationMail(
  record: OrderRecord,
  owner: AccountRecord,
  visitorMailLimits: VisitorMailLimits,
): Promise<Mail | undefined> {
  const id = ulidOf(record._id)
  const order = orderFact(record)
  const trackingPath = `/order-tracking/${id}`
  const mail = { _id: `mail:order-confirmation:${id}`, kind: 'order-confirmation', language: owner.language } as const
  if (owner.role !== 'VISITOR')
    return { ...mail, to: { account: owner.id }, data: { order, customerName: owner.name, trackingPath } }

  if (record.email === undefined || !(await visitorMailLimits.mayPost(owner.id, record.email, order._id)))
    return undefined
  const { city } = order.address
  const silent = {
    ...order,
    address: { city },
    lines: order.lines.map(({ message: _, ...line }) => line),
  }
  return { ...mail, to: record.email, data: { order: silent, customerName: HELLO[owner.language], trackingPath } }
}
