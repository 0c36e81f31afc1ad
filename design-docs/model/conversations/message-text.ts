import * as v from 'valibot'
import { MESSAGE_AT_MOST } from '../support/ticket.ts'
import { maxLetters } from '../values/values.ts'
import { hasVisibleText } from '../values/visible-text.ts'

/**
 * Control characters except line breaks, lone surrogates, and marks that change the direction of the text after them.
 */
const UNSENDABLE = /[\u202A-\u202E\u2066-\u2069]|\p{Surrogate}|[^\P{Cc}\n]/u

/** Ends lines with `\n`, makes a tab a blank, and trims. */
const trimmed = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim()

/** Why a text cannot be sent: it shows nothing, has characters of `UNSENDABLE`, or is longer than `MESSAGE_AT_MOST`. */
export type MessageTextProblem = 'missing' | 'characters' | 'long'

/** A message as it is sent: trimmed and otherwise unchanged, because it is shown as it was written. */
export const messageText = v.pipe(
  v.string(),
  v.transform(trimmed),
  v.check(hasVisibleText, 'missing'),
  v.check((text) => !UNSENDABLE.test(text), 'characters'),
  maxLetters(MESSAGE_AT_MOST, 'long'),
)

/** Returns what is wrong with a typed text; undefined if it can be sent. */
export function problemOfText(text: string): MessageTextProblem | undefined {
  const parsed = v.safeParse(messageText, text)
  return parsed.success ? undefined : (parsed.issues[0].message as MessageTextProblem)
}
