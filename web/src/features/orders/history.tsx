import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allFlowers } from '../../data/catalogue.ts'
import { type OrderView, ordersNewestFirst } from '../../data/orders.ts'
import { useSession } from '../../data/session.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblem } from '../../i18n/problem.ts'
import { link, paths } from '../../paths.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Failed } from '../../ui/feedback/failed.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { SyncChip } from '../../ui/progress/sync-chip.tsx'
import { FlowerTile } from '../../ui/shop/flower-tile.tsx'
import styles from './history.module.css'
import { linesOf, pricesOf } from './order-contents.ts'
import { useStatusNames } from './status-names.ts'
import { loginFor, useWaiting } from './waiting.ts'

type Tab = 'all' | 'delivered' | 'cancelled'

const belongs = (view: OrderView, tab: Tab) => tab === 'all' || view.order?.status === tab

export function HistoryScreen() {
  const { t } = useTranslation('orders')
  const { account } = useSession()
  if (!account)
    return (
      <Page>
        <EmptyState
          heading="h1"
          picture="/flowers/empty-basket.svg"
          title={t('history.loginTitle')}
          action={
            <ButtonLink variant="primary" href={loginFor(paths.orderHistory)}>
              {t('login')}
            </ButtonLink>
          }
        >
          {t('history.loginText')}
        </EmptyState>
      </Page>
    )
  return <History />
}

function History() {
  const { t } = useTranslation('orders')
  const orders = useLive(ordersNewestFirst)
  const [tab, setTab] = useState<Tab>('all')
  if (orders.status === 'loading') return <Loading />
  if (orders.status === 'failed') return <Failed error={orders.error} />
  const shown = orders.data.filter((view) => belongs(view, tab))
  return (
    <Page width="narrow">
      <h1 className={styles.title}>{t('history.title')}</h1>
      <Tabs
        label={t('history.filter')}
        current={tab}
        onChange={setTab}
        tabs={[
          { value: 'all', label: t('history.all') },
          { value: 'delivered', label: t('history.delivered') },
          { value: 'cancelled', label: t('history.cancelled') },
        ]}
      />
      {shown.length === 0 ? (
        <EmptyState
          picture="/flowers/empty-basket.svg"
          title={tab === 'all' ? t('history.none') : t('history.noneHere')}
          action={
            <ButtonLink variant="primary" href={link(paths.browse)}>
              {t('history.browse')}
            </ButtonLink>
          }
        />
      ) : (
        <ul className={styles.orders}>
          {shown.map((view) => (
            <OrderCard key={view.id} view={view} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function OrderCard({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { language, rupees, when, day } = useFormat()
  const statuses = useStatusNames()
  const problem = useProblem()
  const flowers = useLive(allFlowers)
  const lines = linesOf(view, flowers.status === 'ready' ? flowers.data.flowers : [])
  const { order, stage } = view
  const waiting = useWaiting(view)
  const title = lines.map((line) => `${line.quantity} × ${line.name[language]}`).join(', ')
  const isProcessing = order?.status === 'confirmed' || order?.status === 'preparing'

  return (
    <li className={styles.card}>
      {stage === 'saved' && (
        <SyncChip welded stage="saved" title={t('stage.saved')} note={`${when(view.savedAt)} · ${waiting.text}`} />
      )}
      {stage === 'sent' && (
        <SyncChip welded stage="sent" title={t('stage.sent')} note={view.sentAt ? when(view.sentAt) : undefined} />
      )}
      {stage === 'refused' && (
        <SyncChip welded stage="failed" title={t('stage.refusedTitle')} note={problem(view.reason ?? 'other')} />
      )}
      <div className={styles.body}>
        <FlowerTile thumb src={`/flowers/${lines[0]?.image ?? 'empty-basket'}.svg`} alt="" />
        <div className={styles.text}>
          <p className={styles.row}>
            <span className={styles.quiet}>{order ? order.number : t('numberFollows')}</span>
            {order && (
              <Badge tone={order.status === 'delivered' ? 'leaf' : order.status === 'cancelled' ? 'rose' : 'plain'}>
                {isProcessing ? t('history.processing') : statuses[order.status]}
              </Badge>
            )}
          </p>
          <h2 className={styles.name}>
            <a href={link(paths.orderTracking(view.id.slice('order:'.length)))}>{title}</a>
          </h2>
          <p className={styles.row}>
            <span className={styles.quiet}>
              {t('history.for', { day: day((order ?? view.asked)?.deliveryOn ?? view.savedAt) })}
            </span>
            <b>{rupees(pricesOf(view, lines).totalRupees)}</b>
          </p>
        </div>
      </div>
    </li>
  )
}
