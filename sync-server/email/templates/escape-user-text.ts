import * as v from 'valibot'
import { cutLetters } from '#model'

// Line breaks and the like, and the marks that turn the direction of writing around.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu
// Mail programs make links of addresses that merely stand in a text: `mogra.example`, `a@b.example`, `https://…`.
const JOINTS = /(?<=\S)[.:@/](?=\S)/gu
const ZERO_WIDTH_SPACE = '\u200B'

/** What somebody typed, as one line that no mail program turns into a link. It looks the same. */
export const escapeLine = (text: string) =>
  text
    .replace(UNSEEN, ' ')
    .replace(JOINTS, (joint) => `${joint}${ZERO_WIDTH_SPACE}`)
    .trim()

// Too long or empty is no reason to keep a mail back: it is cut.
export const userLine = v.pipe(
  v.string(),
  v.transform((text) => escapeLine(cutLetters(text, 200))),
)
/** Several lines, empty ones left out. */
export const userLines = v.pipe(
  v.string(),
  v.transform((text) =>
    cutLetters(text, 5000)
      .split(/\r\n|[\r\n\u2028\u2029]/)
      .map(escapeLine)
      .filter(Boolean),
  ),
)
