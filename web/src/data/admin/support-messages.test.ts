import { expect, test } from 'vitest'
import { type SupportMessage, withNewest } from './support-messages.ts'

const messages = (...seqs: number[]): SupportMessage[] =>
  seqs.map((seq) => ({ seq, mogra: false, text: `Message ${seq}`, at: '2026-11-21T10:00:00.000Z' }))
const shown = (known: number[], newest: number[]) =>
  withNewest(messages(...known), messages(...newest)).map(({ seq }) => seq)

test('messages that were read before stay above the newest', () => {
  expect(shown([1, 2, 3, 4, 5], [4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6])
  expect(shown([1, 2, 3], [4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6])
})

test('where messages between them are missing, only the newest are shown', () => {
  expect(shown([1, 2, 3], [7, 8, 9])).toEqual([7, 8, 9])
})
