import { CreditCard, QrCode, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findCity, type PaymentMethod, TAX_PERCENT } from '#model'
import { useSyncStatus } from '../../data/sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePaymentNames, useWindowNames } from '../../i18n/terms.ts'
import { Button } from '../../ui/forms/button.tsx'
import { RadioCards } from '../../ui/forms/choices.tsx'
import { ActionBar, Panel } from '../../ui/layout/page.tsx'
import { PriceSummary } from '../../ui/shop/price-summary.tsx'
import styles from './checkout.module.css'
import type { DeliveryValues } from './delivery-form.ts'
import type { ToOrder } from './order-lines.ts'

interface PaymentStepProps {
  toOrder: ToOrder
  delivery: DeliveryValues
  isPaying: boolean
  onBack: () => void
  onPay: (method: PaymentMethod) => void
  /** Stands in for the button while nobody is signed in. */
  signIn: ReactNode
}

export function PaymentStep({ toOrder, delivery, isPaying, onBack, onPay, signIn }: PaymentStepProps) {
  const { t } = useTranslation('checkout')
  const { language, rupees, weekday } = useFormat()
  const names = usePaymentNames()
  const windows = useWindowNames()
  const { online } = useSyncStatus()
  const [method, setMethod] = useState<PaymentMethod>('upi')
  const isUnsellable = toOrder.flowers.some((flower) => !flower?.inStock)

  return (
    <div className={styles.form}>
      <RadioCards
        legend={t('payment.method')}
        value={method}
        onChange={setMethod}
        options={[
          { value: 'upi', label: names.upi, note: t('payment.upiNote'), icon: QrCode },
          { value: 'card', label: names.card, note: t('payment.cardNote'), icon: CreditCard },
          { value: 'wallet', label: names.wallet, note: t('payment.walletNote'), icon: Wallet },
        ]}
      />
      <p className={styles.quiet}>{t('payment.simulated')}</p>
      <p className={styles.waiting} role="status">
        {!online && t('payment.offline')}
      </p>
      <section className={styles.review} aria-labelledby="review-to">
        <h2 id="review-to">{t('review.to')}</h2>
        <p>
          <b>{delivery.name}</b>, {delivery.phone}
        </p>
        <p>
          {delivery.address}, {findCity(delivery.city)?.name[language]} {delivery.pincode}
        </p>
        <p className={styles.quiet}>
          {weekday(delivery.deliveryOn)}, {windows[delivery.deliveryWindow]}
        </p>
      </section>
      <section className={styles.review} aria-labelledby="review-what">
        <h2 id="review-what">{t('review.what')}</h2>
        <ul className={styles.lines}>
          {toOrder.lines.map((line, index) => (
            <li key={line.flower}>
              <span>
                {line.quantity} × {toOrder.flowers[index]?.name[language] ?? line.flower}
              </span>
              <span>{rupees((toOrder.flowers[index]?.priceRupees ?? 0) * line.quantity)}</span>
            </li>
          ))}
        </ul>
        <Panel>
          <PriceSummary prices={toOrder.prices} taxPercent={TAX_PERCENT} />
        </Panel>
      </section>
      {isUnsellable && (
        <p className={styles.problem} role="alert">
          {t('payment.unsellable')}
        </p>
      )}
      {signIn}
      <ActionBar
        lead={
          <>
            <span className={styles.lead}>{t('payment.total')}</span>
            <b>{rupees(toOrder.prices.totalRupees)}</b>
          </>
        }
      >
        <Button onClick={onBack} disabled={isPaying}>
          {t('payment.back')}
        </Button>
        {!signIn && (
          <Button
            variant="primary"
            busy={isPaying}
            busyLabel={t('payment.processing')}
            disabled={isUnsellable}
            onClick={() => onPay(method)}
          >
            {t('payment.pay')}
          </Button>
        )}
      </ActionBar>
    </div>
  )
}
