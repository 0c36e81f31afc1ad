import { expect, test } from 'vitest'
import type { MessageView } from '#model'
import { rowsOf } from './rows.ts'

const AT = '2026-11-26T05:00:00.000Z'
const message = (id: string, changes: Partial<MessageView> = {}): MessageView => ({
  ...{ id, mine: true, text: id, at: AT, stage: 'confirmed', ...changes },
})
const states = (messages: MessageView[], theirsSeen = 0) =>
  rowsOf(messages, theirsSeen).map(({ message: { id }, stage }) => [id, stage])

test('each state is shown once, under the last message that has it, and "refused" under every refused one', () => {
  const messages = [
    ...[message('a', { seq: 1 }), message('b', { seq: 2 }), message('c', { seq: 3 }), message('d', { seq: 4 })],
    ...[message('e', { stage: 'sent' }), message('f', { stage: 'sent' }), message('g', { stage: 'saved' })],
    ...[message('h', { stage: 'saved' }), message('i', { stage: 'refused' }), message('j', { stage: 'refused' })],
  ]
  expect(states(messages, 2)).toEqual([
    ...[
      ['a', undefined],
      ['b', 'seen'],
      ['c', undefined],
      ['d', 'confirmed'],
    ],
    ...[
      ['e', undefined],
      ['f', 'sent'],
      ['g', undefined],
      ['h', 'saved'],
      ['i', 'refused'],
      ['j', 'refused'],
    ],
  ])
})

test('messages of the other one have no state, and the last of several shows its time', () => {
  const rows = rowsOf([message('a', { mine: false, seq: 1 }), message('b', { mine: false, seq: 2 })], 9)
  expect(rows.map(({ stage, hasTime }) => [stage, hasTime])).toEqual([
    [undefined, false],
    [undefined, true],
  ])
})

test('each day of India is named once, even if a message that was written offline is older', () => {
  const messages = [
    message('a', { seq: 1, at: '2026-11-25T18:00:00.000Z' }),
    // Half past midnight in India.
    message('b', { seq: 2, at: '2026-11-25T19:00:00.000Z' }),
    message('c', { seq: 3, at: '2026-11-25T10:00:00.000Z' }),
    message('d', { seq: 4, at: '2026-11-26T05:00:00.000Z' }),
  ]
  expect(rowsOf(messages, 0).map(({ day }) => day !== undefined)).toEqual([true, true, false, false])
})
