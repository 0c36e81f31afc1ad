import { flowerTypeName, ulidOf } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Mail } from '../email/mail.ts'
import type { VisitorMailLimits } from '../orders/visitor-mail-limits.ts'
import { type BulkRecord, interestOf } from './bulk-record.ts'

/** Greets a buyer whose typed name is not sent. */
const HELLO = { en: 'there', hi: 'जी' } as const

/** The id of the mail that confirms a request. */
export const confirmationMailId = (bulk: Pick<BulkRecord, '_id'>) =>
  `mail:bulk-order-confirmation:${ulidOf(bulk._id)}` as const
/** The id of the mail that tells the buyer of a supplier's interest: it is posted once, however often it is shown. */
export const interestMailId = (bulk: string, supplier: string) =>
  `mail:supplier-interest:${ulidOf(bulk)}-${supplier}` as const

/** What mails say about a request: nothing that the buyer typed as text. */
export const requestInMails = ({ flowerTypes, quantity, quantityUnit, deliveryDate, city }: BulkRecord) => ({
  flowerTypes: flowerTypes.map(flowerTypeName),
  ...{ quantity, unit: quantityUnit, deliveryOn: deliveryDate, city },
})

const hasConfirmedEmail = ({ role, emailVerifiedAt }: AccountRecord) =>
  role !== 'VISITOR' && emailVerifiedAt !== undefined

/**
 * Returns the mail that confirms a request. A buyer who has confirmed an e-mail address gets it there. An address that
 * was only typed gets no other mail, and this one without any typed text; undefined once it has had its mails for today.
 */
export async function confirmationMail(
  bulk: BulkRecord,
  buyer: AccountRecord,
  visitorMailLimits: VisitorMailLimits,
): Promise<Mail | undefined> {
  const { language } = buyer
  const isConfirmed = hasConfirmedEmail(buyer)
  const answers = bulk.unserved ? 'team' : isConfirmed ? 'mails' : 'app'
  const data = { ...requestInMails(bulk), requestId: bulk.number, answers } as const
  const mail = { _id: confirmationMailId(bulk), kind: 'bulk-order-confirmation', language } as const
  if (isConfirmed) return { ...mail, to: { account: buyer.id }, data: { ...data, buyerName: bulk.buyerName } }
  if (!(await visitorMailLimits.mayPost(buyer.id, bulk.email, bulk._id))) return undefined
  return { ...mail, to: bulk.email, data: { ...data, buyerName: HELLO[language] } }
}

/** Returns the mail to the buyer about a supplier's interest; undefined if the buyer has confirmed no e-mail address. */
export function interestMail(bulk: BulkRecord, buyer: AccountRecord, supplier: AccountRecord): Mail | undefined {
  const interest = interestOf(bulk, supplier.id)
  if (!hasConfirmedEmail(buyer) || !interest || interest.withdrawnAt !== undefined) return undefined
  const { businessName, name, phone, email } = supplier
  return {
    _id: interestMailId(bulk._id, supplier.id),
    ...{ kind: 'supplier-interest', to: { account: buyer.id }, language: buyer.language },
    data: {
      ...{ buyerName: bulk.buyerName, requestId: bulk.number, supplierName: businessName ?? name },
      ...{ supplierEmail: email },
      ...(phone !== undefined && { supplierContact: phone }),
      ...(interest.autoResponse !== undefined && { message: interest.autoResponse }),
    },
  }
}
