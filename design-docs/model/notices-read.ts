import * as v from 'valibot'
import { defineOwn, type OwnDocument } from './intents/define-own.ts'
import { timestamp } from './values/values.ts'

/** There is one list so far. */
const list = v.literal('all')
const fields = {
  list,
  /** The time of the newest notice that this device has shown. */
  until: timestamp,
}
export type NoticesRead = OwnDocument<'notices-read', typeof fields>

/** How far a device has shown the list of notices: all that happened until then count as read on every device. */
export const noticesRead = defineOwn({ type: 'notices-read', idPrefix: 'notices-read', subject: 'list', fields, merge })

/** Returns until when the notices are read; an empty text if none is. A mark never falls. */
function merge(marks: readonly NoticesRead[]): string {
  return (
    marks
      .map(({ until }) => until)
      .sort()
      .at(-1) ?? ''
  )
}
