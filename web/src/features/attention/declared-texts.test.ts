import { describe, expect, test } from 'vitest'
import { GATE_REFUSALS, intents, REFUSALS } from '#model'
import { hindi } from '../../i18n/hindi.ts'
import { screensEnglish } from '../../i18n/screens-english.ts'

describe.each([
  ['English', screensEnglish],
  ['Hindi', hindi],
])('in %s', (_, { people, problems }) => {
  test.each([...new Set([...REFUSALS, ...GATE_REFUSALS])])(
    'the tray says why an intent or a document was refused: %s',
    (reason) => {
      expect(problems).toHaveProperty([reason], expect.stringMatching(/\S/))
    },
  )

  test.each(intents.map(({ kind }) => kind))('the tray names every kind of intent: %s', (kind) => {
    expect(people.attention.asked).toHaveProperty([kind], expect.stringMatching(/\S/))
  })
})
