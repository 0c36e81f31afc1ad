import { describe, expect, test } from 'vitest'
import {
  ACCEPT_WITHIN_MINUTES,
  GATE_REFUSALS,
  intents,
  MOST_CARRIED,
  MOST_RELEASES_A_DAY,
  ONLINE_WITHIN_MINUTES,
  REFUSALS,
} from '#model'
import { hindi } from '../../i18n/hindi.ts'
import { english as refusalsEnglish, hindi as refusalsHindi } from '../../i18n/refusal-texts.ts'
import { screensEnglish } from '../../i18n/screens-english.ts'

/** These say in the customer's words what means something else in another kind of intent, or in the service's own answers. */
const OTHERWISE: Record<string, readonly string[]> = {
  too_late: ['accept-delivery', 'set-availability'],
  not_yours: ['advance-delivery', 'release-delivery', 'rate-delivery', 'withdraw-bulk', 'withdraw-interest'],
  not_your_city: ['show-interest'],
  request_closed: ['withdraw-bulk'],
  too_many_requests: ['request-bulk', 'show-interest', 'withdraw-interest'],
}

/** The limits that texts of refusals name as numbers. */
const LIMITS = [
  ['too_many_deliveries', MOST_CARRIED],
  ['released_too_often', MOST_RELEASES_A_DAY],
  ['too_late_accept-delivery', ACCEPT_WITHIN_MINUTES],
  ['too_late_set-availability', ONLINE_WITHIN_MINUTES],
] as const

describe.each([
  ['English', screensEnglish, refusalsEnglish],
  ['Hindi', hindi, refusalsHindi],
])('in %s', (_, { people, problems }, { refusals }) => {
  test.each([...new Set([...REFUSALS, ...GATE_REFUSALS])])(
    'the tray says why an intent or a document was refused: %s',
    (reason) => {
      expect({ ...problems, ...refusals }).toHaveProperty([reason], expect.stringMatching(/\S/))
    },
  )

  test.each(intents.flatMap(({ kind, refusals }) => refusals.map((reason: string) => [kind, reason] as const)))(
    'a reason that means something else for %s has other words: %s',
    (kind, reason) => {
      const needsOther = OTHERWISE[reason]?.includes(kind) === true
      expect(`${reason}_${kind}` in refusals).toBe(needsOther)
    },
  )

  test.each(LIMITS)('the text of %s names the limit by which the service refuses: %i', (reason, limit) => {
    expect(refusals[reason].match(/\d+/g)).toEqual([String(limit)])
  })

  test.each(intents.map(({ kind }) => kind))('the tray names every kind of intent: %s', (kind) => {
    expect(people.attention.asked).toHaveProperty([kind], expect.stringMatching(/\S/))
  })
})
