import * as v from 'valibot'
import { defineOwn, type OwnDocument } from '../intents/define-own.ts'
import { lastChoices } from '../intents/last-choice.ts'
import { ulid } from '../values/values.ts'

/** A declined mark is deleted with its request, which is open for a day at most; its feed is dropped two days later. */
export const DECLINED_KEPT_DAYS = 3

const fields = { order: ulid, on: v.boolean() }
export type DeclinedDelivery = OwnDocument<'declined', typeof fields>

/** Says whether a partner has declined a request: the last choice that was made on one device. */
export const declinedDelivery = defineOwn({
  ...{ type: 'declined', idPrefix: 'declined', subject: 'order', fields },
  merge: lastChoices('order'),
})
