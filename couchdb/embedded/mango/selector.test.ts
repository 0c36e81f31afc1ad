import { expect, test } from 'vitest'
import { normalizeSelector } from './selector.ts'

const many = (count: number) => Array.from({ length: count }, (_, n) => n)

test.each([
  ['conditions side by side', { $or: many(251).map((n) => ({ n })) }],
  ['conditions within one another', many(251).reduce<object>((inner) => ({ $not: inner }), { n: 1 })],
  ['operators of one field', Object.fromEntries(many(251).map((n) => [`f${n}`, { $gt: n }]))],
  ['values in a list', { n: { $in: many(5001) } }],
])('too many %s are refused', (_, selector) => {
  expect(() => normalizeSelector(selector)).toThrow('A selector may hold 250 conditions, and its lists 5000 values')
})

test('a selector of realistic size is accepted', () => {
  expect(() => normalizeSelector({ n: { $in: many(4000) }, $or: many(120).map((n) => ({ n })) })).not.toThrow()
})
