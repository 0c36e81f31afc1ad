import { expect, test } from 'vitest'
import { partsOfText } from './text-links.ts'

const linked = (text: string) => partsOfText(text).flatMap(({ text: part, href }) => (href ? [[part, href]] : []))
const together = (text: string) =>
  partsOfText(text)
    .map(({ text: part }) => part)
    .join('')

test.each([
  ['See https://mogra.example/a?b=1.', 'https://mogra.example/a?b=1'],
  ['http://mogra.example', 'http://mogra.example'],
  ['write to kavya@mogra.example, please', 'mailto:kavya@mogra.example'],
  ['call 9829011420', 'tel:+919829011420'],
  ['call 98290 11420!', 'tel:+919829011420'],
  ['+91 98290 11420', 'tel:+919829011420'],
  ['09829011420', 'tel:+919829011420'],
])('a link or a phone number can be tapped in: %s', (text, address) => {
  expect(linked(text).map(([, href]) => href)).toEqual([address])
  expect(together(text)).toBe(text)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://mogra.example/file',
  '//mogra.example',
  'vbscript:msgbox',
  '<a href="javascript:alert(1)">press</a>',
  'Thanks.In the evening',
  'FLR1764055362104',
  'a1234567890',
  '12345678901234',
])('nothing can be tapped in: %s', (text) => {
  expect(linked(text)).toEqual([])
  expect(together(text)).toBe(text)
})

test.each([
  '👨‍👩‍👧‍👦 https://mogra.example 👩🏽‍🚀',
  'a\u200Bb\u200D 9829011420',
  'मैं गेट पर हूँ\n\nhttps://mogra.example\nठीक',
])('the parts put together are the same text: %j', (text) => expect(together(text)).toBe(text))
