import type { Receipt } from './receipt.ts'

/** An order's way to us: kept on this phone, taken by the service, decided. */
export type Stage = 'saved' | 'sent' | 'confirmed' | 'refused'

/** An intent with how far it got: when it was sent, and its receipt. */
export interface AskedIntent<Intent> {
  intent: Intent
  sentAt?: string | undefined
  receipt?: Receipt | undefined
}
