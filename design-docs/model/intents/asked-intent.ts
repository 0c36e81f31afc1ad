import type { Receipt } from './receipt.ts'

/** How far an order has got: stored on this phone, received by the service, confirmed or refused. */
export type Stage = 'saved' | 'sent' | 'confirmed' | 'refused'

/** An intent with how far it has got: when it was sent, and its receipt. */
export interface AskedIntent<Intent> {
  intent: Intent
  sentAt?: string | undefined
  receipt?: Receipt | undefined
}

/**
 * Returns how far an intent has got whose result is not here yet, and when it got there. A receipt without its result
 * only says that the service received the intent.
 */
export function stageOf({ intent, sentAt, receipt }: AskedIntent<{ madeAt: string }>): {
  stage: 'saved' | 'sent'
  at: string
} {
  const receivedAt = sentAt ?? receipt?.receivedAt
  return receivedAt === undefined ? { stage: 'saved', at: intent.madeAt } : { stage: 'sent', at: receivedAt }
}
