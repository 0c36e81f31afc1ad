import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { findCity, TAX_PERCENT } from '#model'
import { allFlowers } from '../../data/catalogue.ts'
import { type OrderView, orderById } from '../../data/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePaymentNames, useWindowNames } from '../../i18n/terms.ts'
import { link, paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Failed } from '../../ui/feedback/failed.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { SyncTrio } from '../../ui/progress/sync-trio.tsx'
import { FlowerTile } from '../../ui/shop/flower-tile.tsx'
import { PriceSummary } from '../../ui/shop/price-summary.tsx'
import { linesOf, pricesOf } from './order-contents.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { Refused } from './refused.tsx'
import styles from './tracking.module.css'
import { useWaiting } from './waiting.ts'

export function TrackingScreen() {
  const { orderId = '' } = useParams()
  const { t } = useTranslation('orders')
  const view = useLive(orderById(orderId))
  if (view.status === 'loading') return <Loading />
  if (view.status === 'failed') return <Failed error={view.error} />
  if (!view.data)
    return (
      <Page>
        <EmptyState
          heading="h1"
          picture="/flowers/empty-basket.svg"
          title={t('unknown.title')}
          action={<ButtonLink href={link(paths.orderHistory)}>{t('unknown.action')}</ButtonLink>}
        >
          {t('unknown.text')}
        </EmptyState>
      </Page>
    )
  return <Tracked view={view.data} />
}

function Tracked({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { when, time, day } = useFormat()
  const { order, stage } = view
  const waiting = useWaiting(view)
  usePageTitle(order ? t('number', { number: order.number }) : undefined)

  const headline = {
    saved: t('stage.savedTitle'),
    sent: t('stage.sentTitle'),
    confirmed: order ? t('stage.confirmedTitle', { day: day(order.estimatedAt), time: time(order.estimatedAt) }) : '',
    refused: t('stage.refusedTitle'),
  }[stage]
  const text = {
    saved: waiting.text,
    sent: t('stage.sentText'),
    confirmed: t('stage.confirmedText'),
    refused: t('stage.refusedText'),
  }[stage]

  return (
    <Page width="narrow">
      <div className={styles.screen}>
        <div className={styles.head} role="status">
          <p className={styles.number}>{order ? t('number', { number: order.number }) : t('numberFollows')}</p>
          <h1>{headline}</h1>
          <p className={styles.quiet}>{text}</p>
        </div>
        {stage === 'saved' && waiting.login && (
          <p>
            <ButtonLink variant="primary" href={waiting.login}>
              {t('login')}
            </ButtonLink>
          </p>
        )}
        <Panel>
          <SyncTrio
            stage={stage === 'refused' ? 'failed' : stage}
            labels={{ saved: t('stage.saved'), sent: t('stage.sent'), confirmed: t('stage.confirmed') }}
            failedLabel={t('stage.refused')}
            notes={{
              saved: when(view.savedAt),
              sent: view.sentAt ? when(view.sentAt) : waiting.note,
              ...(view.decidedAt && stage === 'confirmed' ? { confirmed: when(view.decidedAt) } : {}),
            }}
          />
        </Panel>
        {stage === 'refused' && <Refused view={view} />}
        {order && <OrderTimeline order={order} />}
        <Contents view={view} />
      </div>
    </Page>
  )
}

function Contents({ view }: { view: OrderView }) {
  const { t } = useTranslation('orders')
  const { language, rupees, weekday } = useFormat()
  const windows = useWindowNames()
  const payments = usePaymentNames()
  const flowers = useLive(allFlowers)
  const details = view.order ?? view.asked
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
                <p className={styles.quiet}>
                  {line.quantity} × {rupees(line.priceRupees)}
                </p>
                {line.message && <blockquote className={styles.message}>{line.message}</blockquote>}
              </div>
            </li>
          ))}
        </ul>
        <PriceSummary prices={pricesOf(view, lines)} taxPercent={TAX_PERCENT} />
        <p className={styles.quiet}>{t('contents.payment', { method: payments[details.paymentMethod] })}</p>
      </section>
      <section className={styles.section} aria-labelledby="deliver-to">
        <h2 id="deliver-to">{t('contents.to')}</h2>
        <p>
          <b>{address.name}</b>, {address.phone}
        </p>
        <p>
          {address.address}, {findCity(address.city)?.name[language] ?? address.city} {address.pincode}
        </p>
        {address.landmark && <p className={styles.quiet}>{address.landmark}</p>}
        <p className={styles.quiet}>
          {weekday(details.deliveryOn)}, {windows[details.deliveryWindow]}
        </p>
      </section>
    </>
  )
}
