import type { Givens } from '../testing/given-world.ts'

export const supportGivens: Givens<'contact-support'> = {
  'contact-support': async () => ({
    ...{ name: 'Asha', email: 'asha@mogra.example', category: 'delivery', subject: 'Which florist?' },
    ...{ message: 'Who delivers in Kota?\nAsha', job: 'city-lead' },
  }),
}
