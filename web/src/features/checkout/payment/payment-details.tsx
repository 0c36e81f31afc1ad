import type { PaymentMethod } from '#model'
import { CardPayment } from './card-payment.tsx'
import type { PaymentForm } from './payment-form.ts'
import { UpiPayment } from './upi-payment.tsx'
import { WalletPayment } from './wallet-payment.tsx'

interface PaymentDetailsProps extends PaymentForm {
  method: PaymentMethod
  totalRupees: number
}

/** The form of the chosen payment method. */
export function PaymentDetails({ id, method, totalRupees, onPay }: PaymentDetailsProps) {
  switch (method) {
    case 'upi':
      return <UpiPayment id={id} onPay={onPay} totalRupees={totalRupees} />
    case 'card':
      return <CardPayment id={id} onPay={onPay} />
    case 'wallet':
      return <WalletPayment id={id} onPay={onPay} />
  }
}
