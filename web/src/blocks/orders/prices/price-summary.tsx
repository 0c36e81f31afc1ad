import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import styles from './price-summary.module.css'

export interface PriceSummaryProps {
  prices: {
    subtotalRupees: number
    deliveryFeeRupees: number
    discountRupees?: number | undefined
    taxRupees: number
    totalRupees: number
  }
  /** The code that gives the discount. */
  promoCode?: string | undefined
  taxPercent: number
}

/** Subtotal, fee, discount, tax and total, as on a receipt. */
export function PriceSummary({ prices, promoCode, taxPercent }: PriceSummaryProps) {
  const { t } = useTranslation('orders')
  const { rupees } = useFormat()
  return (
    <dl className={styles.prices}>
      <dt>{t('prices.subtotal')}</dt>
      <dd>{rupees(prices.subtotalRupees)}</dd>
      <dt>{t('prices.delivery')}</dt>
      <dd>{rupees(prices.deliveryFeeRupees)}</dd>
      {prices.discountRupees !== undefined && (
        <>
          <dt>{t('prices.discount', { code: promoCode ?? '' })}</dt>
          <dd className={styles.saved}>{`−${rupees(prices.discountRupees)}`}</dd>
        </>
      )}
      <dt>{t('prices.tax', { percent: taxPercent })}</dt>
      <dd>{rupees(prices.taxRupees)}</dd>
      <dt className={styles.total}>{t('prices.total')}</dt>
      <dd className={styles.total}>{rupees(prices.totalRupees)}</dd>
    </dl>
  )
}
