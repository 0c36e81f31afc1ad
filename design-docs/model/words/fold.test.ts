import { expect, test } from 'vitest'
import { formsOf, wordsOf } from './fold.ts'
import { romanise } from './romanise.ts'

test.each([
  ['गुलाब', 'gulaab'],
  ['सूरजमुखी', 'soorajmukhee'],
  ['सरगम', 'sargam'],
  ['गुलदस्ता', 'guldastaa'],
  ['बाग़', 'baag'],
  ['मुंबई', 'munbaee'],
  ['आँगन', 'aangan'],
])('%s is romanised as %s', (hindi, latin) => {
  expect(romanise(hindi)).toBe(latin)
})

test.each([
  ['gulaab', 'गुलाब'],
  ['phool', 'फूल'],
  ['shadi', 'शादी'],
  ['roses', 'rose'],
  ['lilies', 'lily'],
  ['ख़ुशी', 'khushi'],
])('%s and %s sound the same', (one, other) => {
  expect(formsOf(one).at(-1)).toBe(formsOf(other).at(-1))
})

test('a text is split into words of any script', () => {
  expect(wordsOf('Red-Roses, लाल गुलाब! *')).toEqual(['red', 'roses', 'लाल', 'गुलाब'])
})

test.each(['जन्\u200Dमदिन', 'जन्\u200Cमदिन', 'ज\u200Bन्मदिन', 'जन्मदिन\u200D'])(
  'joiners and other invisible characters do not split a word: %j',
  (typed) => {
    expect(wordsOf(typed)).toEqual(['जन्मदिन'])
  },
)

test('a search treats the digits of all scripts alike', () => {
  expect(wordsOf('१२ roses')).toEqual(['12', 'roses'])
})
