import {
  Bike,
  ClipboardList,
  Flower2,
  IndianRupee,
  type LucideIcon,
  MessageCircle,
  PackageSearch,
  TriangleAlert,
  Truck,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Overview } from '../../data/admin/desk.ts'
import { openItems, openUnserved } from '../../data/admin/open-items.ts'
import { openTickets, waitingQuestions } from '../../data/admin/open-tickets.ts'
import { openPayouts } from '../../data/admin/payouts.ts'
import { useLive } from '../../data/use-live.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import styles from './admin.module.css'
import { Troubles } from './troubles.tsx'

const TICKETS = `${paths.admin}?tab=tickets`
const ITEMS = `${paths.admin}?tab=orders&show=deliveries`
const PAYOUTS = `${paths.admin}?tab=orders&show=payouts`
const UNSERVED = `${paths.admin}?tab=orders&show=bulk`

const DaysChart = lazy(async () => ({ default: (await import('./days-chart.tsx')).DaysChart }))

interface OverviewTabProps {
  overview: Overview
  name: string
  online: boolean
  onReview: (tab: 'partners' | 'suppliers') => void
  onClearAll: () => void
  onRetried: () => Promise<void>
}

export function OverviewTab({ overview, name, online, onReview, onClearAll, onRetried }: OverviewTabProps) {
  const { t } = useTranslation('desk')
  const { when } = useFormat()
  const { partners, suppliers } = overview.pending
  return (
    <div className={styles.overview}>
      <header>
        <h1>{t('overview.hello', { name })}</h1>
        <p className={styles.quiet}>{t('asOf', { time: when(overview.at) })}</p>
      </header>
      {partners + suppliers > 0 && (
        <Banner
          tone="marigold"
          icon={ClipboardList}
          title={t('overview.pending', { count: partners + suppliers })}
          action={
            <Button onClick={() => onReview(partners > 0 ? 'partners' : 'suppliers')}>{t('overview.review')}</Button>
          }
        >
          <p>{t('overview.pendingOf', { partners, suppliers })}</p>
        </Banner>
      )}
      <Figures overview={overview} />
      <NeedsYou overview={overview} online={online} onRetried={onRetried} />
      <Days days={overview.days} />
      <section className={styles.danger} aria-labelledby="danger-zone">
        <div>
          <h2 id="danger-zone">{t('overview.danger')}</h2>
          <p className={styles.quiet}>{t('overview.dangerText')}</p>
        </div>
        <Button variant="danger" disabled={!online} onClick={onClearAll}>
          {t('users.clearAll')}
        </Button>
      </section>
    </div>
  )
}

function Figures({ overview: { users, orders } }: { overview: Overview }) {
  const { t } = useTranslation('desk')
  const { number } = useFormat()
  const byRole = [
    [t('overview.customers'), users.CUSTOMER],
    [t('overview.partners'), users.PARTNER],
    [t('overview.suppliers'), users.SUPPLIER],
    [t('overview.admins'), users.ADMIN],
  ] as const
  const total = users.CUSTOMER + users.PARTNER + users.SUPPLIER + users.ADMIN
  return (
    <div className={styles.cards} data-first="wide">
      <div className={styles.card}>
        <p className={styles.total}>
          <b className={styles.figure}>{number(total)}</b>
          <span>{t('overview.users')}</span>
        </p>
        <dl className={styles.breakdown}>
          {byRole.map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{number(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Figure label={t('overview.activePartners')} value={number(users.PARTNER)} />
      <Figure label={t('overview.activeSuppliers')} value={number(users.SUPPLIER)} />
      <Figure label={t('overview.orders')} value={number(orders.total)} />
    </div>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <p className={styles.card}>
    <b className={styles.figure}>{value}</b>
    <span>{label}</span>
  </p>
)

interface NeedsYouProps {
  overview: Overview
  online: boolean
  onRetried: () => Promise<void>
}

/** What waits for an admin; each line opens what it counts. */
function NeedsYou({ overview: { troubles, tickets: counted, pending }, online, onRetried }: NeedsYouProps) {
  const { t } = useTranslation('desk')
  const { rupees } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const items = useLive(openItems)
  const payouts = useLive(openPayouts)
  const unserved = useLive(openUnserved)
  const questions = useLive(openTickets)
  const waiting = (items.status === 'ready' && items.data) || []
  const unanswered = (unserved.status === 'ready' && unserved.data) || []
  const toPay = (payouts.status === 'ready' && payouts.data) || []
  // The service counted only tickets; the feed has the conversations, too.
  const isFeedRead = questions.status === 'ready' && questions.data.isComplete
  const tickets = isFeedRead ? waitingQuestions(questions.data).length : counted
  const applications = pending.partners + pending.suppliers
  const isNothing = troubles + tickets + applications + waiting.length + toPay.length + unanswered.length === 0
  return (
    <section className={styles.needs} aria-labelledby="needs-you">
      <h2 id="needs-you">{t('overview.needsYou')}</h2>
      {isNothing && <p className={styles.quiet}>{t('overview.nothing')}</p>}
      {!isNothing && (
        <ul className={styles.needsList}>
          {waiting.length > 0 && (
            <WaitingRow
              icon={PackageSearch}
              title={t('overview.items', { count: waiting.length })}
              text={t('overview.itemsText')}
              href={link(ITEMS)}
              verb={t('overview.settle')}
            />
          )}
          {toPay.length > 0 && (
            <WaitingRow
              icon={IndianRupee}
              title={t('overview.payouts', {
                count: toPay.length,
                amount: rupees(toPay.reduce((sum, payout) => sum + payout.rupees, 0)),
              })}
              text={t('overview.payoutsText')}
              href={link(PAYOUTS)}
              verb={t('overview.pay')}
            />
          )}
          {unanswered.length > 0 && (
            <WaitingRow
              icon={Truck}
              title={t('overview.unserved', { count: unanswered.length })}
              text={t('overview.unservedText')}
              href={link(UNSERVED)}
              verb={t('overview.answer')}
            />
          )}
          {pending.partners > 0 && (
            <WaitingRow
              icon={Bike}
              title={t('overview.partnerApplications', { count: pending.partners })}
              text={t('overview.applicationsText')}
              href={link(`${paths.admin}?tab=partners`)}
              verb={t('overview.review')}
            />
          )}
          {pending.suppliers > 0 && (
            <WaitingRow
              icon={Flower2}
              title={t('overview.supplierApplications', { count: pending.suppliers })}
              text={t('overview.applicationsText')}
              href={link(`${paths.admin}?tab=suppliers`)}
              verb={t('overview.review')}
            />
          )}
          {tickets > 0 && (
            <WaitingRow
              icon={MessageCircle}
              title={t('overview.tickets', { count: tickets })}
              text={t('overview.ticketsText')}
              href={link(TICKETS)}
              verb={t('overview.answer')}
            />
          )}
          {troubles > 0 && (
            <li className={styles.needsRow}>
              <span className={styles.signal} data-tone="rose">
                <TriangleAlert aria-hidden="true" />
              </span>
              <div className={styles.needsText}>
                <p>
                  <b>{t('overview.troubles', { count: troubles })}</b>
                </p>
                <p className={styles.quiet}>{t('overview.troublesText')}</p>
              </div>
              <Button variant="tonal" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? t('overview.hide') : t('overview.look')}
              </Button>
            </li>
          )}
        </ul>
      )}
      {isOpen && troubles > 0 && <Troubles online={online} onRetried={onRetried} />}
      <p>
        <a href={link(TICKETS)}>{t('overview.allTickets')}</a>
      </p>
    </section>
  )
}

interface WaitingRowProps {
  icon: LucideIcon
  title: string
  text: string
  href: string
  verb: string
}

/** What waits for an admin within days. */
function WaitingRow({ icon: Icon, title, text, href, verb }: WaitingRowProps) {
  return (
    <li className={styles.needsRow}>
      <span className={styles.signal} data-tone="marigold">
        <Icon aria-hidden="true" />
      </span>
      <div className={styles.needsText}>
        <p>
          <a href={href}>{title}</a>
        </p>
        <p className={styles.quiet}>{text}</p>
      </div>
      <ButtonLink variant="tonal" href={href} aria-label={`${verb}: ${title}`}>
        {verb}
      </ButtonLink>
    </li>
  )
}

/** Two charts on one axis of days, never two scales in one; a table has the same figures. */
function Days({ days }: { days: Overview['days'] }) {
  const { t } = useTranslation('desk')
  const { day, number, rupees } = useFormat()
  return (
    <section className={styles.days} aria-labelledby="days">
      <h2 id="days">{t('overview.days')}</h2>
      <p className={styles.quiet}>{t('overview.daysText')}</p>
      <div className={styles.dayCharts}>
        <Suspense fallback={<SkeletonLines count={4} />}>
          <DaysChart days={days} />
        </Suspense>
      </div>
      <details className={styles.details}>
        <summary>{t('overview.table')}</summary>
        <table className={styles.dayTable}>
          <thead>
            <tr>
              <th scope="col">{t('overview.day')}</th>
              <th scope="col">{t('overview.dayOrders')}</th>
              <th scope="col">{t('overview.dayRevenue')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((one) => (
              <tr key={one.day}>
                <th scope="row">{day(one.day)}</th>
                <td>{number(one.orders)}</td>
                <td>{rupees(one.revenueRupees)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
