import { expect, test } from 'vitest'
import type { DeliveryState, RoundEnd } from '../orders/delivery-steps.ts'
import type { Delivery, Round } from './delivery.ts'
import { judgeStep, type StepRule } from './judge-step.ts'

const AT = '2026-11-25T10:00:00.000Z'
const ULID = '01KAWZ3V7R0000000000000000'
const round = (partner: string, end?: RoundEnd): Round => ({
  ...{ partner, awardedAt: '2026-11-25T08:00:00.000Z', intent: ULID },
  ...(end && { ended: end, endedAt: '2026-11-25T09:00:00.000Z' }),
})
const delivery = (state: DeliveryState, ...rounds: Round[]): Delivery => ({
  ...{ state, openedAt: '2026-11-25T07:00:00.000Z', since: '2026-11-25T08:00:00.000Z', rounds },
  steps:
    state === 'on_the_way'
      ? [{ round: rounds.length - 1, step: 'picked_up', at: AT, receivedAt: AT, intent: ULID }]
      : [],
})
const report = (step: 'picked_up' | 'delivered' | 'failed', partner = 'asha') => ({
  ...{ partner, step, at: AT, receivedAt: '2026-11-25T12:00:00.000Z', intent: '01KAWZ3V7R0000000000000001' },
})

/** Who reports the step: how Asha's last round stands. */
type Reporter = 'holder' | RoundEnd
const inState = (reporter: Reporter, state: DeliveryState): Delivery => {
  if (reporter === 'holder') return delivery(state, round('asha'))
  const isSomebodyElses = ['awarded', 'on_the_way', 'delivered', 'failed'].includes(state)
  return delivery(state, round('asha', reporter), ...(isSomebodyElses ? [round('bela')] : []))
}

const CELLS: [Reporter, DeliveryState, StepRule][] = [
  ['holder', 'awarded', 'taken'],
  ['holder', 'on_the_way', 'taken'],
  ['holder', 'delivered', 'disputed'],
  ['holder', 'failed', 'disputed'],
  ['holder', 'cancelled', 'disputed'],
  ...(['taken_back', 'demoted'] as const).flatMap((end): [Reporter, DeliveryState, StepRule][] => [
    [end, 'waiting', 'given_back'],
    [end, 'open', 'given_back'],
    [end, 'awarded', 'displacing'],
    [end, 'on_the_way', 'disputed'],
    [end, 'delivered', 'disputed'],
    [end, 'failed', 'disputed'],
    [end, 'cancelled', 'disputed'],
  ]),
  ...(['released', 'displaced'] as const).flatMap((end) =>
    (['waiting', 'open', 'awarded', 'on_the_way', 'delivered', 'failed', 'cancelled'] as const).map(
      (state): [Reporter, DeliveryState, StepRule] => [end, state, 'disputed'],
    ),
  ),
]

test.each(CELLS)('a delivery reported by %s while it is %s: %s', (reporter, state, rule) => {
  const before = inState(reporter, state)
  const judged = judgeStep(before, report('delivered'))
  expect(judged.rule).toBe(rule)
  if (rule === 'disputed') expect(judged.delivery).toMatchObject({ state, rounds: before.rounds })
  else expect(judged.delivery).toMatchObject({ state: 'delivered', since: '2026-11-25T12:00:00.000Z' })
})

test('a partner who gets a delivery back has a new round with the award of the first', () => {
  const { delivery: next } = judgeStep(inState('taken_back', 'open'), report('picked_up'))
  expect(next.rounds).toHaveLength(2)
  expect(next.rounds[1]).toEqual(round('asha'))
  expect(next.state).toBe('on_the_way')
  expect(next.steps).toMatchObject([{ round: 1, step: 'picked_up' }])
})

test('a partner who was awarded the delivery meanwhile is displaced by the one who has the flowers', () => {
  const { delivery: next } = judgeStep(inState('taken_back', 'awarded'), report('picked_up'))
  expect(next.rounds.map(({ partner, ended }) => [partner, ended])).toEqual([
    ['asha', 'taken_back'],
    ['bela', 'displaced'],
    ['asha', undefined],
  ])
})

test('a missing pick-up is implied by the delivery, and marked as inferred', () => {
  const { delivery: next } = judgeStep(inState('holder', 'awarded'), report('delivered'))
  expect(next.steps.map(({ step, inferred }) => [step, inferred])).toEqual([
    ['picked_up', true],
    ['delivered', undefined],
  ])
})

test('a step that the partner has reported already, or an earlier one, changes nothing', () => {
  const before = inState('holder', 'on_the_way')
  expect(judgeStep(before, report('picked_up'))).toEqual({ rule: 'repeated', delivery: before })
  const { delivery: done } = judgeStep(before, report('delivered'))
  expect(judgeStep(done, report('picked_up')).rule).toBe('repeated')
  expect(judgeStep(done, report('delivered'))).toEqual({ rule: 'repeated', delivery: done })
})

test('a failure ends the delivery if its partner reports it, and is only noted if another one does', () => {
  expect(judgeStep(inState('holder', 'on_the_way'), report('failed'))).toMatchObject({
    rule: 'taken',
    delivery: { state: 'failed', failedBy: 'other' },
  })
  const noted = judgeStep(inState('taken_back', 'awarded'), report('failed'))
  expect(noted).toMatchObject({ rule: 'noted', delivery: { state: 'awarded' } })
})

test('a partner who never had the delivery moves nothing', () => {
  const before = inState('holder', 'awarded')
  expect(judgeStep(before, report('delivered', 'mallory'))).toEqual({ rule: 'not_yours', delivery: before })
})
