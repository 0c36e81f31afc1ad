import type * as v from 'valibot'
import { driverApplication, driverDecision, supplierApplication, supplierDecision } from './applications.ts'
import { bulkNotification, bulkOrderConfirmation, supplierInterest } from './bulk.ts'
import { deletionCode, loginCode, verification } from './codes.ts'
import { newApplications } from './new-applications.ts'
import { orderConfirmation } from './order-confirmation.ts'
import { roleTaken } from './role-taken.ts'
import { support } from './support.ts'
import { supportAnswer } from './support-answer.ts'
import { testMail } from './test-mail.ts'
import { welcome } from './welcome.ts'

/** All kinds of mail: their parameters, texts in each language, and letters. */
export const mailKinds = {
  'login-code': loginCode,
  'deletion-code': deletionCode,
  verification,
  welcome,
  'driver-application': driverApplication,
  'driver-decision': driverDecision,
  'supplier-application': supplierApplication,
  'supplier-decision': supplierDecision,
  'new-applications': newApplications,
  'bulk-order-confirmation': bulkOrderConfirmation,
  'bulk-notification': bulkNotification,
  'supplier-interest': supplierInterest,
  'role-taken': roleTaken,
  support,
  'support-answer': supportAnswer,
  'order-confirmation': orderConfirmation,
  test: testMail,
}

export type MailKind = keyof typeof mailKinds
export type MailData<K extends MailKind> = v.InferInput<(typeof mailKinds)[K]['parameters']>
