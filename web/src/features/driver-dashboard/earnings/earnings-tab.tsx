import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { type DayFigures, type Earning, type MoneyFigures, moneyFigures } from '#model'
import type { Money } from '../../../data/deliveries/earnings.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import styles from '../driver-dashboard.module.css'
import type { Partner } from '../partner/use-partner.ts'
import { PayoutRequest } from './payout-request.tsx'
import { Payouts } from './payouts.tsx'

const WeekChart = lazy(async () => ({ default: (await import('./week-chart.tsx')).WeekChart }))

/** The partner's earnings, the part that can be paid out, and the payouts. */
export function EarningsTab({ partner: { money, deliveries, partner, now } }: { partner: Partner }) {
  const figures = useMemo(
    () => money?.earnings && deliveries && moneyFigures(money.earnings, money.payouts, deliveries.items, now),
    [money, deliveries, now],
  )
  if (!money) return <SkeletonLines count={6} />
  return (
    <>
      {figures ? (
        <Sums figures={figures} money={money} bankAccountEnds={partner?.profile.account?.bankAccountEnds} />
      ) : (
        <SkeletonLines count={12} />
      )}
      <Payouts payouts={money.payouts} />
    </>
  )
}

interface SumsProps {
  figures: MoneyFigures
  money: Money
  bankAccountEnds: string | undefined
}

/** What needs all earnings. */
function Sums({ figures, money, bankAccountEnds }: SumsProps) {
  return (
    <>
      <Earned figures={figures} />
      <section className={styles.available} aria-labelledby="available">
        <Available figures={figures} />
        <PayoutRequest money={money} available={figures.available} bankAccountEnds={bankAccountEnds} />
      </section>
      <Week days={figures.days} />
      <NotPaid earnings={figures.notPaid} />
    </>
  )
}

function Earned({ figures: { today, week, month, unconfirmed, held } }: { figures: MoneyFigures }) {
  const { t } = useTranslation('deliveries')
  const { rupees } = useFormat()
  const periods = [
    [t('figures.today'), today],
    [t('figures.week'), week],
    [t('figures.month'), month],
  ] as const
  return (
    <section className={styles.section} aria-labelledby="earned">
      <h2 id="earned">{t('earned.title')}</h2>
      <dl className={styles.figures}>
        {periods.map(([label, sum]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{rupees(sum)}</dd>
          </div>
        ))}
      </dl>
      {unconfirmed.deliveries > 0 && (
        <p className={styles.warning}>
          {t('earned.unconfirmed', { count: unconfirmed.deliveries, rupees: rupees(unconfirmed.rupees) })}
        </p>
      )}
      {held > 0 && <p className={styles.quiet}>{t('earned.held', { rupees: rupees(held) })}</p>}
    </section>
  )
}

/** What an admin has looked at and not paid: no sum counts it. */
function NotPaid({ earnings }: { earnings: readonly Earning[] }) {
  const { t } = useTranslation('deliveries')
  const { rupees, weekday } = useFormat()
  if (earnings.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="not-paid">
      <h2 id="not-paid">{t('earned.notPaidTitle')}</h2>
      <ul className={styles.rows}>
        {earnings.map((earning) => (
          <li key={earning._id} className={styles.row}>
            <span>
              <b>{weekday(earning.at)}</b>
              <span className={styles.small}>{t('earned.notPaid')}</span>
            </span>
            <span className={styles.struck}>{rupees(earning.rupees)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The available sum and its parts: after a payout in mid-week it is less than the week's earnings. */
function Available({ figures }: { figures: MoneyFigures }) {
  const { t } = useTranslation('deliveries')
  const { rupees } = useFormat()
  const { available, week, weekInPayouts, weekHeld, earlier } = figures
  const parts = [
    [t('available.week'), week],
    [t('available.inPayouts'), -weekInPayouts],
    [t('available.held'), -weekHeld],
    [t('available.earlier'), earlier],
  ] as const
  const shown = parts.filter(([, sum]) => sum !== 0)
  return (
    <>
      <div className={styles.cardHead}>
        <h2 id="available">{t('available.title')}</h2>
        <Badge icon={CalendarDays}>{t('available.friday')}</Badge>
      </div>
      <p className={styles.pay}>{rupees(available)}</p>
      {shown.length > 1 && (
        <dl className={styles.sum}>
          {shown.map(([label, sum]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{sum < 0 ? `− ${rupees(-sum)}` : rupees(sum)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** The week of payouts as a chart, and the same figures as a table. */
function Week({ days }: { days: readonly DayFigures[] }) {
  const { t } = useTranslation('deliveries')
  const { day, number, rupees } = useFormat()
  const isEmpty = days.every((one) => one.earnings === 0)
  return (
    <section className={styles.section} aria-labelledby="week">
      <h2 id="week">{t('week.title')}</h2>
      {isEmpty ? (
        <p className={styles.quiet}>{t('week.none')}</p>
      ) : (
        <div className={styles.week}>
          <Suspense fallback={<SkeletonLines count={4} />}>
            <WeekChart days={days} />
          </Suspense>
          <table className={styles.table}>
            <caption className={styles.small}>{t('week.text')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('week.day')}</th>
                <th scope="col">{t('week.deliveries')}</th>
                <th scope="col">{t('week.rupees')}</th>
              </tr>
            </thead>
            <tbody>
              {days.map((one) => (
                <tr key={one.day}>
                  <th scope="row">{day(one.day)}</th>
                  <td>{number(one.earnings)}</td>
                  <td>{rupees(one.rupees)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
