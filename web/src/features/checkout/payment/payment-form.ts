/** The props of a payment method's form. The button that submits it is outside, and refers to it by `id`. */
export interface PaymentForm {
  id: string
  /** Called once the form is complete and valid. */
  onPay: () => void
}
