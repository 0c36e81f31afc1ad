import { useMemo } from 'react'
import { completionRate, isCarried, moneyFigures } from '#model'
import { useIsReachable } from '../../blocks/sync/use-is-reachable.ts'
import type { DutyView } from '../../data/deliveries/duty.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import { CarriedDeliveries } from './carried/carried-deliveries.tsx'
import { WaitingMoves } from './carried/waiting-moves.tsx'
import styles from './driver-dashboard.module.css'
import type { Partner } from './partner/use-partner.ts'
import { Claims } from './requests/claims.tsx'
import { LostClaimLine } from './requests/lost-claim-line.tsx'
import { OffDuty } from './requests/off-duty.tsx'

/** What the partner has to do now, and the figures; deliveries that are carried come first. */
export function OverviewTab({ partner }: { partner: Partner }) {
  const isCarrying = partner.deliveries?.items.some(isCarried) === true
  return (
    <>
      {!isCarrying && <Figures partner={partner} />}
      <Current partner={partner} />
      {isCarrying && <Figures partner={partner} />}
      <WhatIsOpen partner={partner} />
    </>
  )
}

function Figures({ partner: { partner, money, deliveries, now } }: { partner: Partner }) {
  const { t } = useTranslation('deliveries')
  const { rupees, number } = useFormat()
  const earned = useMemo(
    () => money?.earnings && deliveries && moneyFigures(money.earnings, money.payouts, deliveries.items, now),
    [money, deliveries, now],
  )
  const fact = partner?.fact
  const rate = fact && completionRate(fact)
  const figures = [
    [t('figures.today'), earned && rupees(earned.today)],
    [t('figures.week'), earned && rupees(earned.week)],
    [t('figures.rating'), fact?.rating === undefined ? undefined : number(fact.rating, 1)],
    [t('figures.completed'), partner && number(fact?.delivered ?? 0)],
    [t('figures.rate'), rate === undefined ? undefined : `${number(rate)}%`],
  ] as const
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {earned && earned.unconfirmed.deliveries > 0 && (
        <p className={styles.quiet}>{t('figures.unconfirmed', { rupees: rupees(earned.unconfirmed.rupees) })}</p>
      )}
    </>
  )
}

/** The deliveries that are carried, claimed, or done and not confirmed. */
function Current({ partner }: { partner: Partner }) {
  const { t } = useTranslation('deliveries')
  const { deliveries, requests } = partner
  if (!deliveries) return <SkeletonLines count={4} />
  const isNothing = !deliveries.items.some(isCarried) && !requests?.claims.length
  return (
    <section className={styles.section} aria-labelledby="current">
      <h2 id="current">{t('current.title')}</h2>
      {/* A delivery that has just ended stays where it was: the next one's button is under the thumb in any case. */}
      <WaitingMoves deliveries={deliveries.items} />
      <CarriedDeliveries partner={partner} />
      {requests && <Claims claims={requests.claims} />}
      {isNothing && <p className={styles.quiet}>{deliveries.isWhole ? t('current.none') : t('current.reading')}</p>}
    </section>
  )
}

/** How many requests are open, or why none is shown. */
function WhatIsOpen({ partner }: { partner: Partner }) {
  const { duty, requests } = partner
  return (
    <>
      <LiveRegion>{requests?.lost && <LostClaimLine lost={requests.lost} />}</LiveRegion>
      {duty && requests && <Count duty={duty} requests={requests} />}
    </>
  )
}

function Count({ duty, requests }: { duty: DutyView; requests: NonNullable<Partner['requests']> }) {
  const { t } = useTranslation('deliveries')
  const online = useIsReachable()
  if (!duty.isOn) return <OffDuty />
  const [near, far] = [requests.near.length, requests.far.length]
  // Without a network something may be open that this phone does not know.
  const isKnown = online && requests.isComplete && requests.hasFeed
  if (near + far === 0) return isKnown ? <p className={styles.quiet}>{t('requests.none')}</p> : null
  return (
    <p>
      <ButtonLink size="large" block href={link(`${paths.driverDashboard}?tab=orders`)}>
        {near > 0 ? t('requests.open', { count: near }) : t('requests.far', { count: far })}
      </ButtonLink>
    </p>
  )
}
