import type { Receipt } from './receipt.ts'

/** How far an order has got: stored on this phone, received by the service, confirmed or refused. */
export type Stage = 'saved' | 'sent' | 'confirmed' | 'refused'

/** An intent with how far it has got: when it was sent, and its receipt. */
export interface AskedIntent<Intent> {
  intent: Intent
  sentAt?: string | undefined
  receipt?: Receipt | undefined
}
