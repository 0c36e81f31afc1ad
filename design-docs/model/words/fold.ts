import { toAsciiDigits } from '../values/digits.ts'
import { withoutUnseen } from '../values/visible-text.ts'
import { romanise } from './romanise.ts'

const NOT_A_WORD = /[^\p{L}\p{M}\p{N}]+/u
const DEVANAGARI = /\p{Script=Devanagari}/u

/** The words of a text of any script, in lower case; joiners and other invisible characters do not split a word. */
export const wordsOf = (text: string): string[] =>
  toAsciiDigits(withoutUnseen(text.normalize('NFKC')).toLowerCase())
    .split(NOT_A_WORD)
    .filter(Boolean)

/** The forms in which a search compares a word: as written, and by its sound in Latin letters in any script. */
export function formsOf(word: string): string[] {
  const isHindi = DEVANAGARI.test(word)
  const plain = isHindi ? word.normalize('NFD').replaceAll('\u093c', '').replaceAll('ँ', 'ं') : word
  const folded = fold(isHindi ? romanise(word) : word)
  return folded === plain ? [plain] : [plain, folded]
}

// Applied in this order; each maps several spellings of the same sound, or plural and singular, to one form.
const SOUNDS: readonly [RegExp, string][] = [
  [/\p{M}/gu, ''],
  [/(?<=...)ies$/, 'y'],
  [/(?<=...)s$/, ''],
  [/aa/g, 'a'],
  [/ee|ii/g, 'i'],
  [/oo|uu/g, 'u'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/(?<=.)y$/, 'i'],
  [/(.)\1/g, '$1'],
]

const fold = (latin: string) =>
  SOUNDS.reduce((word, [written, sound]) => word.replace(written, sound), latin.normalize('NFD'))
