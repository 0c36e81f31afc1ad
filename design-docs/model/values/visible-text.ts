/** Unicode's Default_Ignorable_Code_Point: joiners, direction marks, zero-width spaces and variation selectors. */
const UNSEEN = /\p{DI}/gu
/** U+2800 is the empty Braille cell; U+FFF9 to U+FFFB mark annotations, and noncharacters such as U+FFFF are nothing. */
const VISIBLE = /[^\p{DI}\p{Cc}\p{Cs}\p{Z}\p{NChar}\u2800\uFFF9-\uFFFB]/u
/** Embeddings, overrides and isolates could reverse the following text; no database stores lone surrogates. */
const HARMFUL = /[\u202A-\u202E\u2066-\u2069]|\p{Surrogate}|[^\P{Cc}\t\n\r]/gu
const START = /^[\s\u2800\p{DI}]+/u
// A joiner or a variation selector at the end stays, because it belongs to the letter before it: half a क, a red heart.
const END = /[\s\u2800\xAD\u200B\u200E\u200F\u2060]+$/u

/** Returns false for a text of only blanks and invisible characters. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text)

/**
 * Removes invisible characters, also inside words: for texts that are compared or looked up, not for texts that are
 * shown.
 */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')

/**
 * Removes characters that change the text around them. Joiners stay, because Hindi and emoji need them; an invisible
 * text becomes empty.
 */
export const cleanText = (text: string): string => (hasVisibleText(text) ? text.replace(HARMFUL, '') : '')

/** Cleans a text and removes blanks and invisible characters around it. */
export const tidyText = (text: string): string => cleanText(text).replace(START, '').replace(END, '')
