import type { Givens, World } from '../testing/given-world.ts'
import { aRequest, someRequest } from './testing/some-request.ts'

/** A request of somebody who has no mailbox, so that runs are comparable; the person who asks serves its city. */
async function requestInMyCity({ service: { services }, me }: World): Promise<string> {
  await services.accounts.change(me.account.id, { citiesServed: ['jaipur'], autoResponse: 'We deliver before six.' })
  return someRequest(services, { account: 'nobody' })
}

export const bulkGivens: Givens<'request-bulk' | 'withdraw-bulk' | 'show-interest' | 'withdraw-interest'> = {
  'request-bulk': async ({ service: { services } }) => aRequest(services.now()),

  async 'withdraw-bulk'({ service: { services }, me }) {
    const request = await someRequest(services, { account: me.account.id, interested: ['somebody'] })
    return { request, agreedWith: 'somebody' }
  },

  'show-interest': async (world) => ({ request: await requestInMyCity(world) }),

  async 'withdraw-interest'(world) {
    const { services } = world.service
    await requestInMyCity(world)
    return { request: await someRequest(services, { account: 'nobody', interested: [world.me.account.id] }) }
  },
}
