import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChipGroup } from '../../../ui/forms/choices.tsx'
import checkoutStyles from '../checkout.module.css'
import { keptPayment, WALLETS, type WalletName } from './kept-payment.ts'
import styles from './payment.module.css'
import type { PaymentForm } from './payment-form.ts'

export function WalletPayment({ id, onPay }: PaymentForm) {
  const { t } = useTranslation('checkout')
  const [wallet, setWallet] = useState(() => keptPayment.get().wallet)
  const choose = (chosen: WalletName) => {
    setWallet(chosen)
    keptPayment.save({ wallet: chosen })
  }
  const pay = (event: FormEvent) => {
    event.preventDefault()
    onPay()
  }
  return (
    <form id={id} className={styles.details} onSubmit={pay}>
      <ChipGroup
        legend={t('wallet.which')}
        value={wallet}
        onChange={choose}
        options={WALLETS.map((name) => ({ value: name, label: name }))}
      />
      <p className={checkoutStyles.quiet}>{t('wallet.confirm', { wallet })}</p>
    </form>
  )
}
