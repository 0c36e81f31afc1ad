import { ulid } from 'ulid'
import { supportConversation } from '#model'
import type { Givens } from '../testing/given-world.ts'

export const conversationGivens: Givens<'send-message' | 'take-ticket'> = {
  'send-message': async ({ me }) => ({
    conversation: supportConversation(me.account.id),
    text: 'Do you deliver in Kota?\nAsha',
  }),

  // A ticket and no conversation: that one would name a new account in each run, and runs are compared.
  async 'take-ticket'({ service: { services }, me }) {
    const id = ulid()
    await services.tickets.contact({ ulid: id, at: services.now().toISOString(), isIntent: false }, undefined, {
      ...{ name: 'Asha', email: me.account.email, category: 'delivery', subject: 'Which florist?' },
      message: 'Who delivers in Kota?',
    })
    return { subject: `ticket:${id}` }
  },
}
