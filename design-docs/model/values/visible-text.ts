/** Joiners, direction marks, zero-width spaces, variation selectors: Unicode's Default_Ignorable_Code_Point. */
const UNSEEN = /\p{DI}/gu
/** U+2800 is the empty Braille cell. */
const VISIBLE = /[^\p{DI}\p{Cc}\p{Cs}\p{Z}\u2800]/u
/** Embeddings, overrides and isolates turn the text after them around; no database keeps halves of letters (lone surrogates). */
const HARMFUL = /[\u202A-\u202E\u2066-\u2069]|\p{Surrogate}|[^\P{Cc}\t\n\r]/gu
const START = /^[\s\u2800\p{DI}]+/u
// A joiner or a variation selector at the end belongs to the letter before it: half a क, a red heart.
const END = /[\s\u2800\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\uFEFF]+$/u

/** False for a text of blanks and characters that nobody can see. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text)

/** Without characters that nobody can see, inside of words too: for what is compared or looked up, not for what is shown. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')

/** Without what changes the text around it. Joiners stay, which Hindi and emoji need; a text that shows nothing is empty. */
export const cleanText = (text: string): string => (hasVisibleText(text) ? text.replace(HARMFUL, '') : '')

/** The same, without blanks and unseen characters around it. */
export const tidyText = (text: string): string => cleanText(text).replace(START, '').replace(END, '')
