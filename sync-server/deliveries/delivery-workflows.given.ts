import { ulid } from 'ulid'
import type { Givens } from '../testing/given-world.ts'

type Kinds = 'accept-delivery' | 'advance-delivery' | 'release-delivery' | 'rate-delivery'

export const deliveryGivens: Givens<Kinds> = {
  'accept-delivery': async () => ({ order: ulid() }),
  'advance-delivery': async () => ({ order: ulid(), version: 1, step: 'picked_up', at: '2026-11-21T10:00:00.000Z' }),
  'release-delivery': async () => ({ order: ulid(), reason: 'vehicle' }),
  'rate-delivery': async () => ({ order: ulid(), stars: 5 }),
}
