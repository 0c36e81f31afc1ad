/**
 * The longest emoji have 15 UTF-16 units (a flag of tags, a family with skin tones); a letter with stacked marks could
 * have thousands.
 */
const UNITS_IN_LETTER = 16

let segmenter: Intl.Segmenter | undefined

/** The letters of a text as people see them (grapheme clusters): क्षि is one letter, and so is a family emoji. */
export function lettersOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** The first `most` letters of a text; no letter is cut in half. */
export function cutLetters(text: string, most: number): string {
  if (text.length <= most) return text
  let count = 0
  for (const { index, segment } of lettersOf(text)) {
    if (count === most || index + segment.length > most * UNITS_IN_LETTER) return text.slice(0, index)
    count += 1
  }
  return text
}

export const hasAtMostLetters = (text: string, most: number): boolean => cutLetters(text, most) === text
