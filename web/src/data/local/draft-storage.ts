import type { KeyValue } from '../platform/key-value.ts'

const DRAFTS = [
  'checkout',
  'payment',
  'promo',
  'promo-now',
  'prices',
  'placed',
  'seen',
  'messages',
  // What was typed in each conversation, and how the floating panel was left.
  'conversations',
  'chat-panel',
  'change',
  'report',
  'rating',
  'support',
  'bulk-order',
  'email',
  'login',
  'profile',
  'partner-profile',
  'supplier-profile',
  'supplier-auto-response',
  'register',
  'registered',
  'deletion',
  'social',
  'application-driver',
  'application-supplier',
  // An application that was sent, until its applicant has verified the e-mail address.
  'applied',
  // The last answers of the desk, which stay readable without a network.
  'desk-overview',
  'desk-users',
  'desk-tickets',
  'desk-payouts',
  // An answer that an admin has begun.
  'desk-answer',
  // The reason for a rejection that an admin has begun.
  'desk-reason',
  // Whose applications an admin has decided about.
  'desk-decided',
] as const
export type Draft = (typeof DRAFTS)[number]

const keyOf = (name: Draft) => `mogra_draft_${name}`

export function readDraft(values: KeyValue, name: Draft): unknown {
  try {
    return JSON.parse(values.get(keyOf(name)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const writeDraft = (values: KeyValue, name: Draft, value: object | undefined): void =>
  values.set(keyOf(name), value && JSON.stringify(value))

export const clearDrafts = (values: KeyValue): void => {
  for (const name of DRAFTS) writeDraft(values, name, undefined)
}
