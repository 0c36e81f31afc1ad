/** What a way to pay asks for; the button that submits it stands elsewhere, and names it. */
export interface PaymentForm {
  id: string
  /** All that was asked for is there. */
  onPay: () => void
}
