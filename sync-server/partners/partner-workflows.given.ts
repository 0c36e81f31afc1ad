import type { Givens } from '../testing/given-world.ts'

export const partnerGivens: Givens<'set-availability' | 'request-payout'> = {
  'set-availability': async () => ({ online: true }),
  'request-payout': async () => ({}),
}
