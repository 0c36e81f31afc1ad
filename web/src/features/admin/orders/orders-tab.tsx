import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Overview } from '../../../data/admin/desk.ts'
import { openItems, openUnserved } from '../../../data/admin/open-items.ts'
import { openPayouts } from '../../../data/admin/payouts.ts'
import { useLive } from '../../../data/use-live.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ChipGroup } from '../../../ui/forms/choices.tsx'
import { Loading } from '../../../ui/states/loading.tsx'
import styles from '../admin.module.css'

const DeskItems = lazy(async () => ({ default: (await import('./desk-items.tsx')).DeskItems }))
const DeskPayouts = lazy(async () => ({ default: (await import('./desk-payouts.tsx')).DeskPayouts }))
const DeskUnserved = lazy(async () => ({ default: (await import('./desk-unserved.tsx')).DeskUnserved }))

const PARTS = ['all', 'deliveries', 'payouts', 'bulk'] as const
type Part = (typeof PARTS)[number]

interface OrdersTabProps {
  online: boolean
  /** Something was settled: the figures are read again. */
  onSettled: () => Promise<void>
  /** The figures of all orders, or why there are none. */
  children: ReactNode
}

/** The orders' figures, what admins settle about deliveries, payouts, and bulk requests that no supplier gets. */
export function OrdersTab({ online, onSettled, children }: OrdersTabProps) {
  const { t } = useTranslation('desk')
  const [search, setSearch] = useSearchParams()
  const part = PARTS.find((one) => one === search.get('show')) ?? 'all'
  const items = useLive(openItems)
  const payouts = useLive(openPayouts)
  const unserved = useLive(openUnserved)
  const counted = (label: string, waiting: readonly object[] | undefined) =>
    waiting === undefined ? label : `${label} ${waiting.length}`
  const go = (next: Part) => setSearch({ tab: 'orders', ...(next !== 'all' && { show: next }) })
  return (
    <div className={styles.stack}>
      <ChipGroup
        legend={t('orders.show')}
        legendHidden
        value={part}
        onChange={go}
        options={[
          { value: 'all', label: t('orders.all') },
          {
            value: 'deliveries',
            label: counted(t('orders.deliveries'), items.status === 'ready' ? items.data : undefined),
          },
          {
            value: 'payouts',
            label: counted(t('orders.payouts'), payouts.status === 'ready' ? payouts.data : undefined),
          },
          {
            value: 'bulk',
            label: counted(t('orders.bulk'), unserved.status === 'ready' ? unserved.data : undefined),
          },
        ]}
      />
      {part === 'all' && children}
      {part === 'deliveries' && (
        <Suspense fallback={<Loading />}>
          <DeskItems online={online} onSettled={onSettled} />
        </Suspense>
      )}
      {part === 'payouts' && (
        <Suspense fallback={<Loading />}>
          <DeskPayouts online={online} />
        </Suspense>
      )}
      {part === 'bulk' && (
        <Suspense fallback={<Loading />}>
          <DeskUnserved online={online} />
        </Suspense>
      )}
    </div>
  )
}

/** How many orders there were, and what they brought. */
export function OrderFigures({ orders }: { orders: Overview['orders'] }) {
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
