import * as v from 'valibot'
import { flowerId } from '../catalogue/flower.ts'
import { defineOwn, type OwnDocument } from '../intents/define-own.ts'
import { lastChoices } from '../intents/last-choice.ts'

const fields = { flower: flowerId, on: v.boolean() }
export type Favourite = OwnDocument<'favourite', typeof fields>

/** Whether a flower is a favourite according to the last choice on one device. */
export const favourite = defineOwn({
  ...{ type: 'favourite', idPrefix: 'favourite', subject: 'flower', fields },
  merge: lastChoices('flower'),
})
