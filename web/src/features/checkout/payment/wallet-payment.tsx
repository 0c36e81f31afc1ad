import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChipGroup } from '../../../ui/forms/choices.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import checkoutStyles from '../draft/checkout-forms.module.css'
import styles from './payment.module.css'
import { paymentDraft, WALLETS, type WalletName } from './payment-draft.ts'
import type { PaymentForm } from './payment-form.ts'

export function WalletPayment({ id, onPay }: PaymentForm) {
  const { t } = useTranslation('orders')
  const [wallet, setWallet] = useState(() => paymentDraft.get().wallet)
  const choose = (chosen: WalletName) => {
    setWallet(chosen)
    paymentDraft.save({ wallet: chosen })
  }
  const pay = (event: FormEvent) => {
    event.preventDefault()
    onPay()
  }
  return (
    <Form id={id} className={styles.details} onSubmit={pay}>
      <ChipGroup
        legend={t('checkout.wallet.which')}
        value={wallet}
        onChange={choose}
        options={WALLETS.map((name) => ({ value: name, label: name }))}
      />
      <p className={checkoutStyles.quiet}>{t('checkout.wallet.confirm', { wallet })}</p>
    </Form>
  )
}
