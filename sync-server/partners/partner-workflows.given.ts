import { ulid } from 'ulid'
import type { Givens, World } from '../testing/given-world.ts'
import type { EarningRecord } from './earnings.ts'

/** An earning that is available, as telling an order writes it. */
async function someEarning({ service: { services }, me }: World) {
  const order = ulid()
  const earning: EarningRecord = {
    ...{ _id: `earning:${me.account.id}:${order}:delivered`, type: 'earning', version: 1, partner: me.account.id },
    ...{ order: `order:${order}`, orderVersion: 1, kind: 'delivered', rupees: 50, at: services.now().toISOString() },
    ...{ held: false, payout: 0 },
  }
  await services.couch.db('partners').create(earning)
}

export const partnerGivens: Givens<'set-availability' | 'request-payout'> = {
  'set-availability': async () => ({ online: true }),
  async 'request-payout'(world) {
    await someEarning(world)
    return {}
  },
}
