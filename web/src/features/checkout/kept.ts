import * as v from 'valibot'
import { PAYMENT_METHODS } from '#model'
import { drafts } from '../../data/drafts.ts'
import { type DeliveryValues, readDelivery } from './delivery-form.ts'

export const WALLETS = ['Paytm', 'PhonePe', 'Amazon Pay'] as const
export type WalletName = (typeof WALLETS)[number]

/** How somebody is about to pay; of a card nothing is kept. */
const Payment = v.object({
  method: v.fallback(v.picklist(PAYMENT_METHODS), 'upi'),
  upiId: v.fallback(v.string(), ''),
  wallet: v.fallback(v.picklist(WALLETS), 'Paytm'),
})
type Payment = v.InferOutput<typeof Payment>
const NOTHING_CHOSEN: Payment = { method: 'upi', upiId: '', wallet: 'Paytm' }

const Placed = v.fallback(v.object({ ulid: v.optional(v.string()) }), {})

/** What this browser remembers of a checkout, over reloads and a login on the way. */
export const kept = {
  delivery: (): DeliveryValues | undefined => readDelivery(drafts.get('checkout'), new Date()),

  payment: (): Payment => v.parse(v.fallback(Payment, NOTHING_CHOSEN), drafts.get('payment')),
  savePayment: (choice: Partial<Payment>): void => drafts.save('payment', { ...kept.payment(), ...choice }),

  /** The order that came of the last checkout, for a page that was closed before it could show it; unless a new one began. */
  placed(): string | undefined {
    if (drafts.get('checkout') !== undefined) return undefined
    return v.parse(Placed, drafts.get('placed')).ulid
  },
  savePlaced(ulid: string): void {
    drafts.save('placed', { ulid })
    drafts.clear('checkout')
    drafts.clear('payment')
  },
}
