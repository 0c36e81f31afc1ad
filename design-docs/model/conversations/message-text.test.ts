import * as v from 'valibot'
import { expect, test } from 'vitest'
import { messageText, problemOfText } from '#model'

test.each([
  ['blanks around it', '  Hello \n', 'Hello'],
  ['the line breaks of Windows', 'a\r\nb\rc', 'a\nb\nc'],
  ['a tab', 'a\tb', 'a b'],
])('a text with %s is trimmed and its blanks made uniform before it is sent', (_, typed, sent) => {
  expect(v.parse(messageText, typed)).toBe(sent)
})

test.each([
  ['markup', '<b onclick="x()">Hello</b> & <script>alert(1)</script>'],
  ['an emoji family', '👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['Hindi', 'नमस्ते, क्षमा करें'],
  ['zero-width joiners inside', 'क्\u200dष a\u200bb'],
  ['several lines', 'a\n\n\nb'],
])('%s is sent as it was written', (_, text) => {
  expect(v.parse(messageText, text)).toBe(text)
})

test.each([
  ['missing', ''],
  ['missing', ' \n\t '],
  ['missing', '\u200b\u200d'],
  ['characters', 'a\u0000b'],
  ['characters', 'a\u001bb'],
  ['characters', 'a\u202eb'],
  ['characters', 'a\u2066b'],
  ['characters', 'a\ud800b'],
  ['long', 'x'.repeat(2001)],
  ['long', 'x'.repeat(10_000)],
] as const)('a text is not sent because of the problem "%s": %j', (problem, text) => {
  expect(problemOfText(text)).toBe(problem)
})

test('a text of 2,000 letters is sent, also if each is an emoji family, and a longer one is not', () => {
  expect(problemOfText('x'.repeat(2000))).toBeUndefined()
  expect(problemOfText('👨‍👩‍👧‍👦'.repeat(2000))).toBeUndefined()
  expect(problemOfText('👨‍👩‍👧‍👦'.repeat(2001))).toBe('long')
})
