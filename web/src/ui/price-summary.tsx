import { useFormat } from '../i18n/format.ts'
import { usePriceLabels } from '../i18n/terms.ts'
import styles from './price-summary.module.css'

export interface PriceSummaryProps {
  prices: { subtotalRupees: number; deliveryFeeRupees: number; taxRupees: number; totalRupees: number }
}

/** Subtotal, fee, tax and total, as on a receipt. */
export function PriceSummary({ prices }: PriceSummaryProps) {
  const labels = usePriceLabels()
  const { rupees } = useFormat()
  return (
    <dl className={styles.prices}>
      <dt>{labels.subtotal}</dt>
      <dd>{rupees(prices.subtotalRupees)}</dd>
      <dt>{labels.delivery}</dt>
      <dd>{rupees(prices.deliveryFeeRupees)}</dd>
      <dt>{labels.tax}</dt>
      <dd>{rupees(prices.taxRupees)}</dd>
      <dt className={styles.total}>{labels.total}</dt>
      <dd className={styles.total}>{rupees(prices.totalRupees)}</dd>
    </dl>
  )
}
