import type { Givens } from '../testing/given-world.ts'

export const peopleGivens: Givens<'update-profile'> = {
  'update-profile': async () => ({ name: 'Ananya D.', phone: '+919820099999', city: 'pune', language: 'hi' }),
}
