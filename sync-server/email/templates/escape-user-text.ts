import * as v from 'valibot'
import { cutLetters } from '#model'

// Control characters such as line breaks, and marks that change the direction of writing.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu
// Mail programs turn plain addresses in a text into links: `mogra.example`, `a@b.example`, `https://…`.
const JOINTS = /(?<=\S)[.:@/](?=\S)/gu
const ZERO_WIDTH_SPACE = '\u200B'

const asOneLine = (text: string) => text.replace(UNSEEN, ' ').trim()

/** Returns typed text as one line that looks the same but that no mail program turns into a link. */
export const escapeLine = (text: string) => asOneLine(text).replace(JOINTS, (joint) => `${joint}${ZERO_WIDTH_SPACE}`)

/** Several lines; empty ones are removed. */
const linesOf = (line: (text: string) => string) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      cutLetters(text, 5000)
        .split(/\r\n|[\r\n\u2028\u2029]/)
        .map(line)
        .filter(Boolean),
    ),
  )

// A text that is too long is cut, because a mail must not fail for that.
export const userLine = v.pipe(
  v.string(),
  v.transform((text) => escapeLine(cutLetters(text, 200))),
)
export const userLines = linesOf(escapeLine)
/** Lines that an admin has typed as Mogra: an address in them may become a link. */
export const adminLines = linesOf(asOneLine)
