import type * as v from 'valibot'
import { driverApplication, driverDecision, supplierApplication, supplierDecision } from './kinds/applications.ts'
import { bulkNotification, bulkOrderConfirmation, supplierInterest } from './kinds/bulk.ts'
import { deletionCode, loginCode, verification } from './kinds/codes.ts'
import { orderConfirmation } from './kinds/order-confirmation.ts'
import { support } from './kinds/support.ts'
import { testMail } from './kinds/test-mail.ts'
import { welcome } from './kinds/welcome.ts'

/** Every mail there is: its parameters, its words in each language, and the letter made of them. */
export const kinds = {
  'login-code': loginCode,
  'deletion-code': deletionCode,
  verification,
  welcome,
  'driver-application': driverApplication,
  'driver-decision': driverDecision,
  'supplier-application': supplierApplication,
  'supplier-decision': supplierDecision,
  'bulk-order-confirmation': bulkOrderConfirmation,
  'bulk-notification': bulkNotification,
  'supplier-interest': supplierInterest,
  support,
  'order-confirmation': orderConfirmation,
  test: testMail,
}

export type MailKind = keyof typeof kinds
export type MailData<K extends MailKind> = v.InferInput<(typeof kinds)[K]['parameters']>
