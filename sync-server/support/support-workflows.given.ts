import { ulid } from 'ulid'
import type { Givens, World } from '../testing/given-world.ts'

const MESSAGE = {
  ...({ name: 'Asha', email: 'asha@mogra.example', category: 'delivery', subject: 'Which florist?' } as const),
  message: 'Who delivers in Kota?\nAsha',
}

/** A message that was sent by the route, from the address of the admin who will answer it; returns its ULID. */
async function someMessage({ service: { services }, me }: World): Promise<string> {
  const id = ulid()
  await services.tickets.contact({ ulid: id, at: services.now().toISOString(), isIntent: false }, undefined, {
    ...MESSAGE,
    email: me.account.email,
  })
  return id
}

export const supportGivens: Givens<'contact-support' | 'answer-ticket' | 'settle-item'> = {
  'contact-support': async () => ({ ...MESSAGE, job: 'city-lead' }),
  'answer-ticket': async (world) => ({ ticket: await someMessage(world), version: 1, text: 'Rose & Co. does.' }),
  'settle-item': async (world) => ({
    ...{
      item: `ticket:${await someMessage(world)}`,
      version: 1,
      outcome: 'closed' as const,
      note: 'Answered by phone',
    },
  }),
}
