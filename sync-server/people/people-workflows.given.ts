import type { IntentKind } from '#model'
import type { Givens } from '../testing/given-world.ts'

export const peopleGivens = {
  'update-profile': async () => ({ name: 'Ananya D.', phone: '+91 98200 99999', city: 'pune', language: 'hi' }),
} satisfies Partial<Givens<IntentKind>>
