import * as v from 'valibot'
import { decideApplication } from './applications/decide-application.ts'
import { requestBulk, showInterest, withdrawBulk, withdrawInterest } from './bulk/bulk-intents.ts'
import { sendMessage, takeTicket } from './conversations/conversation-intents.ts'
import {
  acceptDelivery,
  advanceDelivery,
  releaseDelivery,
  requestPayout,
  setAvailability,
} from './deliveries/delivery-intents.ts'
import type { AskedIntent } from './intents/asked-intent.ts'
import { GENERAL_REFUSALS, type GeneralRefusal } from './intents/receipt.ts'
import { cancelOrder, changeOrder } from './orders/edit-order.ts'
import { placeOrder } from './orders/place-order.ts'
import { rateDelivery } from './orders/rate-delivery.ts'
import { reportProblem } from './orders/report-problem.ts'
import { trackOrder } from './orders/track-order.ts'
import { updateProfile } from './people/update-profile.ts'
import { answerTicket } from './support/answer-ticket.ts'
import { contactSupport } from './support/contact-support.ts'
import { settleItem } from './support/settle-item.ts'
import type { Role } from './values/role.ts'

/** All intents: everything that a person can ask the marketplace to decide. */
export const intents = [
  placeOrder,
  changeOrder,
  cancelOrder,
  reportProblem,
  trackOrder,
  contactSupport,
  answerTicket,
  settleItem,
  takeTicket,
  sendMessage,
  decideApplication,
  updateProfile,
  acceptDelivery,
  advanceDelivery,
  releaseDelivery,
  rateDelivery,
  setAvailability,
  requestPayout,
  requestBulk,
  withdrawBulk,
  showInterest,
  withdrawInterest,
] as const
type Declared = (typeof intents)[number]
export type DeclaredAs<K extends IntentKind> = Extract<Declared, { kind: K }>

export type IntentKind = Declared['kind']
export type PayloadOf<K extends IntentKind> = v.InferOutput<DeclaredAs<K>['payload']>

/** The reasons for which an intent of this kind can be refused. */
export type RefusalOf<K extends IntentKind> = GeneralRefusal | DeclaredAs<K>['refusals'][number]
export type Refusal = RefusalOf<IntentKind>
export const REFUSALS: readonly Refusal[] = [
  ...GENERAL_REFUSALS,
  ...intents.flatMap<Refusal>(({ refusals }) => refusals),
]

/** The gate checks this when a device pushes the intent; the decider checks again: the role may have changed. */
export const mayAsk = (role: Role, kind: IntentKind): boolean =>
  intents.some((intent) => intent.kind === kind && intent.askedBy.includes(role))

export const Intent = v.variant(
  'kind',
  intents.map(({ document }) => document),
)
export type Intent = v.InferOutput<typeof Intent>
export type IntentOf<K extends IntentKind> = Extract<Intent, { kind: K }>
export type Asked<K extends IntentKind = 'place-order'> = AskedIntent<IntentOf<K>>
