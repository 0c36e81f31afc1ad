import { toAsciiDigits } from '../values/digits.ts'
import { withoutUnseen } from '../values/visible-text.ts'
import { romanise } from './romanise.ts'

const NOT_A_WORD = /[^\p{L}\p{M}\p{N}]+/u
const DEVANAGARI = /\p{Script=Devanagari}/u

/** The words of a text of any script, in lower case; joiners and other unseen characters do not part a word. */
export const wordsOf = (text: string): string[] =>
  toAsciiDigits(withoutUnseen(text.normalize('NFKC')).toLowerCase())
    .split(NOT_A_WORD)
    .filter(Boolean)

/** What is the same to somebody who searches: a word, and how it sounds in Latin letters whatever its script. */
export function formsOf(word: string): string[] {
  const isHindi = DEVANAGARI.test(word)
  const plain = isHindi ? word.normalize('NFD').replaceAll('\u093c', '').replaceAll('ँ', 'ं') : word
  const folded = fold(isHindi ? romanise(word) : word)
  return folded === plain ? [plain] : [plain, folded]
}

// In this order; each stands for several ways to write the same sound, or for plural and singular.
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
