import type { IntentKind } from '#model'
import type { Givens } from '../testing/given-world.ts'

export const peopleGivens = {
  'update-profile': async ({ me }) =>
    me.account.role === 'VISITOR'
      ? { language: 'hi' }
      : { name: 'Ananya D.', phone: '+919820099999', city: 'pune', language: 'hi' },
} satisfies Partial<Givens<IntentKind>>
