import { memo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { findReorder, ulidOf } from '#model'
import { useDeliveryTexts } from '../../blocks/orders/delivery-texts.ts'
import { PendingEditChip } from '../../blocks/orders/edits/pending-edit.tsx'
import { RefusedEditChips } from '../../blocks/orders/edits/refused-edits.tsx'
import { IndiaTimes } from '../../blocks/orders/india-times.tsx'
import { linesOf, pricesOf, type ShownLine } from '../../blocks/orders/order-contents.ts'
import { usePendingReason } from '../../blocks/orders/pending-reason.ts'
import { ReorderButton } from '../../blocks/orders/reorder/reorder-button.tsx'
import { useStatusNames } from '../../blocks/orders/status-names.ts'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import { type OrderView, ordersNewestFirst, type PagedList } from '../../data/orders/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { useSession } from '../../data/use-session.ts'
import { useInitialSync } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useProblem } from '../../i18n/problem.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { keyInHistory, link, loginFor, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'
import { LongList } from '../../ui/layout/long-list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { SyncChip } from '../../ui/progress/sync-chip.tsx'
import { SyncGlyph } from '../../ui/progress/sync-glyph.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { InitialSyncBanner } from '../../ui/states/initial-sync-banner.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import styles from './order-history.module.css'

const TABS = ['all', 'delivered', 'cancelled'] as const
type Tab = (typeof TABS)[number]

/** An order that could not be delivered is with the cancelled ones, unless it turned out to have arrived. */
function belongs(view: OrderView, tab: Tab): boolean {
  const status = statusOf(view)
  const hasArrived = status === 'delivered' || view.order?.refund === 'arrived_after_all'
  if (tab === 'delivered') return hasArrived
  return tab === 'all' || status === 'cancelled' || (status === 'failed' && !hasArrived)
}

const statusOf = ({ order, isWithdrawn }: OrderView) => (isWithdrawn ? 'cancelled' : order?.status)

export function OrderHistoryScreen() {
  const { account } = useSession()
  return account ? <History /> : <VisitorsOrders />
}

/** The history needs a login, but orders placed here without one are shown. */
function VisitorsOrders() {
  const { t } = useTranslation('orders')
  const orders = useLive(ordersNewestFirst)
  if (orders.status === 'loading') return <Loading />
  if (orders.status === 'failed') return <Failed error={orders.error} />
  const login = loginFor(paths.orderHistory)
  if (orders.data.items.length > 0 || !orders.data.isWhole)
    return (
      <Page width="narrow">
        <h1 className={styles.title}>{t('history.title')}</h1>
        <Banner
          title={t('history.loginTitle')}
          action={
            <ButtonLink variant="quiet" href={login}>
              {t('login')}
            </ButtonLink>
          }
        >
          {t('history.loginHere')}
        </Banner>
        <OrderList shown={orders.data.items} all={orders.data} />
      </Page>
    )
  return (
    <Page>
      <EmptyState
        heading="h1"
        picture="/flowers/states/no-orders.svg"
        title={t('history.loginTitle')}
        action={
          <ButtonLink variant="primary" href={login}>
            {t('login')}
          </ButtonLink>
        }
      >
        {t('history.loginText')}
      </EmptyState>
    </Page>
  )
}

function History() {
  const { t } = useTranslation('orders')
  const orders = useLive(ordersNewestFirst)
  const { tab, setTab } = useTab()
  const arrival = useInitialSync()
  const labels = {
    all: t('history.all'),
    delivered: t('history.delivered'),
    cancelled: t('history.cancelled'),
  }
  if (orders.status === 'loading') return <Loading />
  if (orders.status === 'failed') return <Failed error={orders.error} />
  const shown = orders.data.items.filter((view) => belongs(view, tab))
  return (
    <Page width="narrow">
      <h1 className={styles.title}>{t('history.title')}</h1>
      <Tabs
        label={t('history.filter')}
        current={tab}
        onChange={setTab}
        tabs={TABS.map((value) => ({ value, label: labels[value] }))}
      />
      <InitialSyncBanner title={t('arriving.title')} arrival={arrival} />
      {shown.length === 0 && orders.data.isWhole ? (
        !arrival && (
          <EmptyState
            picture="/flowers/states/no-orders.svg"
            title={tab === 'all' ? t('history.none') : t('history.noneHere')}
            action={
              <ButtonLink variant="primary" href={link(paths.browse)}>
                {t('history.browse')}
              </ButtonLink>
            }
          >
            {tab === 'all' && t('history.noneText')}
          </EmptyState>
        )
      ) : (
        <OrderList shown={shown} all={orders.data} />
      )}
    </Page>
  )
}

function OrderList({ shown, all }: { shown: readonly OrderView[]; all: PagedList<OrderView> }) {
  return (
    <>
      <IndiaTimes />
      <LongList items={shown} isWhole={all.isWhole} className={styles.orders}>
        {(view) => (
          <OrderCard
            key={view.id}
            view={view}
            isPlacedAgain={view.stage === 'refused' && findReorder(view, all.items) !== undefined}
          />
        )}
      </LongList>
    </>
  )
}

/** The tab is in the address, so that a reload and Back from an order find it again. */
function useTab() {
  const [query, setQuery] = useSearchParams()
  const { key } = useLocation()
  const tab: Tab = TABS.find((one) => one === query.get('show')) ?? 'all'
  const setTab = (next: Tab) => {
    // While an order opens, the list is still shown, but its history entry is no longer the current one.
    if (keyInHistory() === key) setQuery(next === 'all' ? {} : { show: next }, { replace: true })
  }
  return { tab, setTab }
}

const OrderCard = memo(function OrderCard({ view, isPlacedAgain }: { view: OrderView; isPlacedAgain: boolean }) {
  const { t } = useTranslation('orders')
  const { language, rupees, when, day } = useFormat()
  const statuses = useStatusNames()
  const { search, handOverAt, refund } = useDeliveryTexts(view.order)
  const flowers = useLive(allFlowers)
  const lines = linesOf(view, flowers.status === 'ready' ? flowers.data.flowers : [])
  const { order, isWithdrawn } = view
  // A withdrawn order has no further stages.
  const stage = isWithdrawn ? undefined : view.stage
  const status = statusOf(view)
  const title = lines.map((line) => `${line.quantity} × ${line.name[language]}`).join(', ')
  const florists = [...new Set(lines.flatMap(({ florist }) => florist?.[language] ?? []))].join(', ')
  const isCancelling = view.pending?.kind === 'cancel-order'
  const isProcessing = status === 'confirmed' || status === 'preparing'
  const hasEnded = status === 'cancelled' || status === 'failed'
  const hasArrived = status === 'delivered' || order?.refund === 'arrived_after_all'
  const name =
    order?.refund === 'arrived_after_all'
      ? refund?.title
      : isProcessing
        ? t('history.processing')
        : isCancelling
          ? t('history.cancelling')
          : status && statuses[status]
  const news = handOverAt ?? (hasArrived ? undefined : (refund?.title ?? search))

  return (
    <li className={styles.card}>
      {stage === 'saved' && <SavedChip view={view} />}
      {stage === 'sent' && (
        <SyncChip welded stage="sent" title={t('stage.sent')} note={view.sentAt ? when(view.sentAt) : undefined} />
      )}
      {stage === 'refused' && <RefusedChip view={view} isPlacedAgain={isPlacedAgain} />}
      <PendingEditChip view={view} welded />
      <RefusedEditChips orderId={view.id} />
      <div className={styles.body} data-many={lines.length > 1 || undefined}>
        <Pictures lines={lines} />
        <div className={styles.text}>
          <p className={styles.row}>
            <span className={styles.number}>
              {order ? order.number : t(view.stage === 'refused' ? 'numberNone' : 'numberFollows')}
            </span>
            {status && <Badge tone={hasArrived ? 'leaf' : hasEnded && !isCancelling ? 'rose' : 'plain'}>{name}</Badge>}
          </p>
          <h2 className={styles.name}>
            <a href={link(paths.orderTracking(ulidOf(view.id)))}>{title}</a>
          </h2>
          {florists && <p className={styles.quiet}>{florists}</p>}
          <p className={styles.quiet}>{t('history.ordered', { day: day(order?.placedAt ?? view.savedAt) })}</p>
          <p className={styles.row}>
            <span className={styles.quiet}>
              {t('history.for', { day: day((order ?? view.asked)?.deliveryOn ?? view.savedAt) })}
            </span>
            <b>{rupees(pricesOf(view, lines).totalRupees)}</b>
          </p>
          {news && <p className={styles.quiet}>{news}</p>}
          {stage === 'confirmed' && !view.pending && order?.status === 'confirmed' && view.decidedAt && (
            <p className={styles.mark}>
              <SyncGlyph stage="confirmed" size={22} />
              <span>{t('stage.confirmedAt', { time: when(view.decidedAt) })}</span>
            </p>
          )}
        </div>
      </div>
      {order && (
        <p className={styles.actions}>
          <ReorderButton lines={lines} />
          <ButtonLink href={link(paths.invoice(ulidOf(view.id)))}>{t('invoice.open')}</ButtonLink>
        </p>
      )}
    </li>
  )
})

const MOST_PICTURES = 4

/** Up to four of the ordered flowers, and how many more there are. */
function Pictures({ lines }: { lines: readonly ShownLine[] }) {
  const { t } = useTranslation('orders')
  const more = lines.length - MOST_PICTURES
  return (
    <div className={styles.pictures}>
      {lines.length === 0 && <FlowerTile thumb src="/flowers/empty-basket.svg" alt="" />}
      {lines.slice(0, MOST_PICTURES).map(({ flower, image }) => (
        <FlowerTile key={flower} thumb src={`/flowers/${image}.svg`} alt="" />
      ))}
      {more > 0 && <span className={styles.more}>{t('history.more', { more })}</span>}
    </div>
  )
}

/** A component of its own, so that the card is not drawn again whenever the state of the sync changes. */
function SavedChip({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { when } = useFormat()
  const waiting = usePendingReason(view)
  return <SyncChip welded stage="saved" title={t('stage.saved')} note={`${when(view.savedAt)} · ${waiting.text}`} />
}

function RefusedChip({ view, isPlacedAgain }: { view: OrderView; isPlacedAgain: boolean }) {
  const { t } = useTranslation('orders')
  const problem = useProblem()
  const why = isPlacedAgain ? t('refused.again') : problem(view.reason ?? 'other')
  return <SyncChip welded stage="failed" title={t('stage.refusedTitle')} note={why} />
}
