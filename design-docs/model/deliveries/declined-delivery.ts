import * as v from 'valibot'
import { defineOwn, type OwnDocument } from '../intents/define-own.ts'
import { lastChoices } from '../intents/last-choice.ts'
import { ulid } from '../values/values.ts'

const fields = { order: ulid, on: v.boolean() }
export type DeclinedDelivery = OwnDocument<'declined', typeof fields>

/** Whether a partner has declined a request, according to the last choice on one device; it goes with its request. */
export const declinedDelivery = defineOwn({
  ...{ type: 'declined', idPrefix: 'declined', subject: 'order', fields },
  merge: lastChoices('order'),
})
