import type { Givens, World } from '../testing/given-world.ts'
import { someOrder } from './testing/some-order.ts'

type Kinds = 'accept-delivery' | 'advance-delivery' | 'release-delivery' | 'rate-delivery'

/** An order of somebody who has no mailbox, so that runs are comparable. */
const awarded = ({ service: { services }, me }: World) =>
  someOrder(services, { account: 'nobody', state: 'awarded', partner: me.account.id })

export const deliveryGivens: Givens<Kinds> = {
  async 'accept-delivery'({ service: { services }, me }) {
    await services.accounts.change(me.account.id, { city: 'jaipur' })
    return { order: await someOrder(services, { account: 'nobody', state: 'open' }) }
  },

  async 'advance-delivery'(world) {
    const order = await awarded(world)
    return { order, version: 1, step: 'picked_up', at: world.service.services.now().toISOString() }
  },

  'release-delivery': async (world) => ({ order: await awarded(world), reason: 'vehicle' }),

  async 'rate-delivery'({ service: { services }, me }) {
    const order = await someOrder(services, {
      account: me.account.id,
      state: 'delivered',
      partner: 'nobody',
    })
    return { order, stars: 5, comment: 'So kind' }
  },
}
