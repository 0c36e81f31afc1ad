import type { Overview } from '../../data/admin/desk.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import styles from './admin.module.css'

/** How many orders there were, and what they brought. */
export function OrdersTab({ orders }: { orders: Overview['orders'] }) {
  const { t } = useTranslation('desk')
  const { number, rupees } = useFormat()
  return (
    <>
      <h1>{t('orders.title')}</h1>
      <dl className={styles.cards}>
        <div className={styles.card}>
          <dd className={styles.figure}>{number(orders.total)}</dd>
          <dt>{t('orders.total')}</dt>
        </div>
        <div className={styles.card}>
          <dd className={styles.money}>{rupees(orders.revenueRupees)}</dd>
          <dt>{t('orders.revenue')}</dt>
        </div>
      </dl>
      <p className={styles.quiet}>{t('orders.note')}</p>
    </>
  )
}
