import * as v from 'valibot'
import { MESSAGE_AT_MOST } from '../support/ticket.ts'
import { maxLetters } from '../values/values.ts'
import { hasVisibleText } from '../values/visible-text.ts'

/** Control characters but line breaks, lone surrogates, and marks that turn the text after them around. */
const UNSENDABLE = /[\u202A-\u202E\u2066-\u2069]|\p{Surrogate}|[^\P{Cc}\n]/u

/** Lines end with `\n`, and a tab is a blank. */
const trimmed = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim()

/** Why a text cannot be sent; what was typed stays with the writer. */
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
