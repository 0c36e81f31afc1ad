import { countLetters } from '../values/counting.ts'
import { bytesOf, MOST_DOCUMENT_BYTES } from '../values/document-size.ts'
import { MOST_PIECES } from '../values/values.ts'
import { MOST_LINES, type OrderedLine } from './place-order.ts'

/**
 * Reserved for everything except the lines: the longest name and address in Devanagari, and the fields of the intent.
 */
const REST_BYTES = 10 * 1024
const LINES_BYTES = MOST_DOCUMENT_BYTES - REST_BYTES

export type OrderExcess = { pieces: number } | { flowers: number } | { letters: number }

/**
 * How many pieces of one flower, different flowers, or letters of its messages an order must lose before it can be
 * placed; undefined if it fits. Each device limits the pieces that it adds, but several devices may add too many.
 */
export function excessOf(lines: readonly OrderedLine[]): OrderExcess | undefined {
  const pieces = Math.max(0, ...lines.map(({ quantity }) => quantity)) - MOST_PIECES
  if (pieces > 0) return { pieces }
  if (lines.length > MOST_LINES) return { flowers: lines.length - MOST_LINES }
  const over = bytesOf(lines) - LINES_BYTES
  if (over <= 0) return undefined
  const messages = lines.map(({ message = '' }) => message).join('')
  const bytes = bytesOf(messages)
  if (bytes > over) return { letters: Math.ceil((countLetters(messages) * over) / bytes) }
  // The messages are short, but each flower was added on very many devices.
  let kept = lines.length
  while (kept > 1 && bytesOf(lines.slice(0, kept)) > LINES_BYTES) kept -= 1
  return { flowers: Math.max(1, lines.length - kept) }
}
