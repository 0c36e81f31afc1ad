import { lazy, Suspense, useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { addressLine, formatPhone, TAX_PERCENT, ulidOf } from '#model'
import { useDeliveryTexts } from '../../blocks/orders/delivery-texts.ts'
import { PendingEditChip } from '../../blocks/orders/edits/pending-edit.tsx'
import { RefusedEdits } from '../../blocks/orders/edits/refused-edits.tsx'
import { IndiaTimes } from '../../blocks/orders/india-times.tsx'
import { MessageCard } from '../../blocks/orders/message-card.tsx'
import { linesOf, pricesOf } from '../../blocks/orders/order-contents.ts'
import { usePaymentNames, useSubstitutionNames, useWindowNames } from '../../blocks/orders/order-labels.ts'
import { usePendingReason } from '../../blocks/orders/pending-reason.ts'
import { PriceSummary } from '../../blocks/orders/prices/price-summary.tsx'
import { RefundBanner } from '../../blocks/orders/refund-banner.tsx'
import { UnknownOrder } from '../../blocks/orders/unknown-order.tsx'
import { useIsReachable } from '../../blocks/sync/use-is-reachable.ts'
import { allFlowers } from '../../data/catalogue/flowers.ts'
import { type OrderView, orderById } from '../../data/orders/orders.ts'
import { promoOfCode } from '../../data/orders/promo.ts'
import { trackInDemo } from '../../data/orders/track-in-demo.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { FlowerTile } from '../../ui/flowers/flower-tile.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { SyncStages } from '../../ui/progress/sync-stages.tsx'
import { Failed } from '../../ui/states/failed.tsx'
import { Loading } from '../../ui/states/loading.tsx'
import { EditPanel } from './edit-panel.tsx'
import { useHeadline } from './headline.ts'
import { OrderLinks } from './order-links.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import styles from './order-tracking.module.css'
import { PartnerCard } from './partner-card.tsx'
import { ReportPanel } from './report-panel.tsx'

// Few orders are refused, and only delivered ones are rated.
const RefusedOrder = lazy(async () => ({ default: (await import('./refused-order.tsx')).RefusedOrder }))
const RatingPanel = lazy(async () => ({ default: (await import('./rating-panel.tsx')).RatingPanel }))

export function OrderTrackingScreen() {
  const { orderId = '' } = useParams()
  const view = useLive(orderById(orderId))
  if (view.status === 'loading') return <Loading />
  if (view.status === 'failed') return <Failed error={view.error} />
  if (!view.data) return <UnknownOrder />
  return <Tracked view={view.data} />
}

function Tracked({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { when } = useFormat()
  const { id, order, stage, pending, isWithdrawn } = view
  const waiting = usePendingReason(view)
  const headline = useHeadline(view)
  const { search } = useDeliveryTexts(order)
  const keptFocus = useFocusRestore('h1')
  const isReachable = useIsReachable()
  const isTracked = order?.status === 'confirmed' && !pending
  useEffect(() => {
    // In a demo the delivery starts when a person first looks at the order; asked again once the service answers.
    if (isTracked && isReachable) void trackInDemo(ulidOf(id)).catch(() => undefined)
  }, [id, isTracked, isReachable])
  const isUnderWay = order ? !pending && order.status === 'confirmed' : !isWithdrawn
  usePageTitle(order ? t('number', { number: order.number }) : undefined)

  return (
    <Page width="narrow">
      <div {...keptFocus} className={styles.screen}>
        <div className={styles.head} role="status">
          <p className={styles.number}>
            {order
              ? t('number', { number: order.number })
              : t(view.stage === 'refused' ? 'numberNone' : 'numberFollows')}
          </p>
          <h1>{headline.title}</h1>
          <p className={styles.quiet}>{headline.text}</p>
          {search && <p className={styles.quiet}>{search}</p>}
          <IndiaTimes />
          <PendingEditChip view={view} />
        </div>
        {stage === 'saved' && waiting.login && (
          <p>
            <ButtonLink variant="primary" href={waiting.login}>
              {t('login')}
            </ButtonLink>
          </p>
        )}
        {isUnderWay && (
          <Panel>
            <SyncStages
              stage={stage === 'refused' ? 'failed' : stage}
              labels={{
                saved: stage === 'saved' ? t('stage.saved') : t('stage.wasSaved'),
                sent: t('stage.sent'),
                confirmed: t('stage.confirmed'),
              }}
              failedLabel={t('stage.refused')}
              notes={{
                saved: when(view.savedAt),
                sent: view.sentAt ? when(view.sentAt) : waiting.note,
                ...(view.decidedAt && stage === 'confirmed' ? { confirmed: when(view.decidedAt) } : {}),
              }}
            />
          </Panel>
        )}
        <LiveRegion>
          {stage === 'refused' && !isWithdrawn && (
            <Suspense fallback={null}>
              <RefusedOrder view={view} />
            </Suspense>
          )}
        </LiveRegion>
        {order && <RefundBanner order={order} />}
        {order?.status === 'out_for_delivery' && order.partner && <PartnerCard partner={order.partner} />}
        {order && <RefusedEdits order={order} />}
        {order && <OrderTimeline order={order} />}
        <EditPanel view={view} />
        {order?.status === 'delivered' && (
          <Suspense fallback={null}>
            <RatingPanel view={view} order={order} />
          </Suspense>
        )}
        <ReportPanel view={view} />
        <Contents view={view} />
        {order && <OrderLinks view={view} />}
      </div>
    </Page>
  )
}

function Contents({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { language, rupees, weekday } = useFormat()
  const windows = useWindowNames()
  const payments = usePaymentNames()
  const substitutions = useSubstitutionNames()
  const flowers = useLive(allFlowers)
  const details = view.order ?? view.asked
  const promo = useLive(promoOfCode(details?.promoCode))
  if (!details) return null
  const known = flowers.status === 'ready' ? flowers.data.flowers : []
  const lines = linesOf(view, known)
  const { address } = details

  return (
    <>
      <section className={styles.section} aria-labelledby="ordered">
        <h2 id="ordered">{t('contents.what')}</h2>
        <ul>
          {lines.map((line) => (
            <li key={line.flower} className={styles.line}>
              <FlowerTile thumb src={`/flowers/${line.image}.svg`} alt="" />
              <div>
                <b>{line.name[language] || line.flower}</b>
                <p className={styles.quiet}>{`${line.quantity} × ${rupees(line.priceRupees)}`}</p>
                {line.message && <MessageCard text={line.message} />}
              </div>
            </li>
          ))}
        </ul>
        <PriceSummary
          prices={pricesOf(view, lines, promo.status === 'ready' ? promo.data?.promo : undefined)}
          promoCode={details.promoCode}
          taxPercent={TAX_PERCENT}
        />
        <p className={styles.quiet}>{t('contents.payment', { method: payments[details.paymentMethod] })}</p>
      </section>
      <section className={styles.section} aria-labelledby="deliver-to">
        <h2 id="deliver-to">{t('contents.to')}</h2>
        <p>
          <b>{address.name}</b>
          <span>{`, ${formatPhone(address.phone)}`}</span>
        </p>
        <p>{addressLine(address, language)}</p>
        {address.landmark && <p className={styles.quiet}>{address.landmark}</p>}
        <p className={styles.quiet}>{`${weekday(details.deliveryOn)}, ${windows[details.deliveryWindow]}`}</p>
        {details.substitution && (
          <p className={styles.quiet}>{t('contents.substitution', { choice: substitutions[details.substitution] })}</p>
        )}
      </section>
    </>
  )
}
