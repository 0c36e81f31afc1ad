import * as v from 'valibot'
import { PAYMENT_METHODS } from '#model'
import { drafts } from '../../../data/drafts.ts'

export const WALLETS = ['Paytm', 'PhonePe', 'Amazon Pay'] as const
export type WalletName = (typeof WALLETS)[number]

const Payment = v.object({
  method: v.fallback(v.picklist(PAYMENT_METHODS), 'upi'),
  upiId: v.fallback(v.string(), ''),
  wallet: v.fallback(v.picklist(WALLETS), 'Paytm'),
})
type Payment = v.InferOutput<typeof Payment>
const NOTHING_CHOSEN: Payment = { method: 'upi', upiId: '', wallet: 'Paytm' }

/** The chosen payment method, kept across reloads and a login in between; nothing of a card is kept. */
export const paymentDraft = {
  get: (): Payment => v.parse(v.fallback(Payment, NOTHING_CHOSEN), drafts.get('payment')),
  save: (choice: Partial<Payment>): void => drafts.save('payment', { ...paymentDraft.get(), ...choice }),
}
