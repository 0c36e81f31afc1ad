import { cutLetters, hasAtMostLetters, lettersOf } from './letters.ts'

/** The number of letters as people see them. */
export function countLetters(text: string): number {
  let count = 0
  for (const _ of lettersOf(text)) count += 1
  return count
}

/**
 * Cuts a text that is too long after typing or pasting. It cuts before the caret; the text after the caret stays
 * complete.
 */
export function cutTyped(text: string, caret: number, most: number): { text: string; caret: number } {
  if (hasAtMostLetters(text, most)) return { text, caret }
  const after = text.slice(caret)
  const before = cutLetters(text.slice(0, caret), Math.max(0, most - countLetters(after)))
  return { text: cutLetters(before + after, most), caret: before.length }
}
