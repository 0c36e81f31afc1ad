import { defineOwn, type OwnDocument } from '../intents/define-own.ts'
import { conversationKey } from '../values/conversation-key.ts'
import { count } from '../values/values.ts'

const fields = {
  conversation: conversationKey,
  /** The last message that was on the screen. */
  seq: count,
}
export type SeenMark = OwnDocument<'seen', typeof fields>

/** Says how far this person has read a conversation on one device. It counts as read on all of them. */
export const seenMark = defineOwn({ type: 'seen', idPrefix: 'seen', subject: 'conversation', fields, merge })

/** Returns how far each conversation is read on any device, by its key. */
function merge(marks: readonly SeenMark[]): Map<string, number> {
  const seen = new Map<string, number>()
  for (const { conversation, seq } of marks) seen.set(conversation, Math.max(seq, seen.get(conversation) ?? 0))
  return seen
}
