import type { Order } from '#model'
import type { AskedIntent } from '../decider/define-workflow.ts'
import type { Mail } from '../email/mail.ts'
import type { VisitorMailLimits } from './visitor-mail-limits.ts'

const HIDDEN = '…'
const HELLO = { en: 'there', hi: 'जी' } as const

/**
 * Returns the confirmation mail of an order. A visitor's goes to an unverified address, so it contains nothing that
 * they typed, and is limited in number. Returns undefined if there is no address to send it to.
 */
export async function confirmationMail(
  order: Order,
  { id, account, payload }: AskedIntent<'place-order'>,
  visitorMailLimits: VisitorMailLimits,
): Promise<Mail | undefined> {
  const trackingPath = `/order-tracking/${id}`
  const mail = { _id: `mail:order-confirmation:${id}`, kind: 'order-confirmation', language: account.language } as const
  if (account.role !== 'VISITOR')
    return { ...mail, to: { account: account.id }, data: { order, customerName: account.name, trackingPath } }

  if (payload.email === undefined || !(await visitorMailLimits.mayPost(account.id, payload.email, order._id)))
    return undefined
  const { city } = order.address
  const silent: Order = {
    ...order,
    address: { name: HIDDEN, phone: HIDDEN, address: HIDDEN, city, pincode: HIDDEN },
    lines: order.lines.map(({ message: _, ...line }) => line),
  }
  return { ...mail, to: payload.email, data: { order: silent, customerName: HELLO[account.language], trackingPath } }
}
