import { useState } from 'react'
import { ACCEPT_WITHIN_MINUTES, type DeliveryView, isCarried } from '#model'
import { MessageLink } from '../../blocks/conversations/message-link.tsx'
import { useIsReachable } from '../../blocks/sync/use-is-reachable.ts'
import { useSyncStatus } from '../../data/use-sync-status.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { LiveRegion } from '../../ui/feedback/live-region.tsx'
import { LongList } from '../../ui/layout/long-list.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import styles from './driver-dashboard.module.css'
import { useDeliveryWords } from './partner/delivery-words.ts'
import type { Partner } from './partner/use-partner.ts'
import { Claims } from './requests/claims.tsx'
import { LostClaimLine } from './requests/lost-claim-line.tsx'
import { OffDuty } from './requests/off-duty.tsx'
import { RequestCard } from './requests/request-card.tsx'

/** The requests that can be accepted, and the last five deliveries that ended. */
export function OrdersTab({ partner }: { partner: Partner }) {
  return (
    <>
      <Requests partner={partner} />
      <Recent partner={partner} />
    </>
  )
}

function Requests({ partner: { duty, requests, partner, deliveries } }: { partner: Partner }) {
  const { t } = useTranslation('deliveries')
  const carried = deliveries?.items.filter(isCarried).length ?? 0
  return (
    <section className={styles.section} aria-labelledby="requests">
      <h2 id="requests">{t('requests.title')}</h2>
      {requests && <Claims claims={requests.claims} />}
      <LiveRegion>{requests?.lost && <LostClaimLine lost={requests.lost} />}</LiveRegion>
      {/* What is accepted here is carried out on the overview. */}
      <LiveRegion>
        {carried > 0 && (
          <ButtonLink size="large" block href={link(paths.driverDashboard)}>
            {t('requests.carried', { count: carried })}
          </ButtonLink>
        )}
      </LiveRegion>
      {!duty || !requests ? (
        <SkeletonLines count={4} />
      ) : duty.isOn ? (
        <Open requests={requests} hasCity={partner?.profile.city !== undefined} />
      ) : (
        <OffDuty />
      )}
    </section>
  )
}

interface OpenProps {
  requests: NonNullable<Partner['requests']>
  hasCity: boolean
}

/** The open deliveries of the city; those beyond the partner's radius are folded. */
function Open({ requests: { near, far, isComplete, hasFeed }, hasCity }: OpenProps) {
  const { t } = useTranslation('deliveries')
  const online = useIsReachable()
  const isSignedOut = useSyncStatus().state === 'signed-out'
  const [isFarShown, setFarShown] = useState(false)
  const isNothing = near.length + far.length === 0
  // Without a network something may be open that this phone does not know.
  const isKnown = online && hasFeed && isComplete
  return (
    <>
      {!online && !isSignedOut && !isNothing && (
        <p className={styles.warning}>{t('requests.stale', { minutes: ACCEPT_WITHIN_MINUTES })}</p>
      )}
      {isNothing && !hasCity && (
        <p className={styles.warning}>
          <span>{`${t('requests.noCity')} `}</span>
          <a href={link(paths.driverProfile)}>{t('requests.openProfile')}</a>
        </p>
      )}
      {isNothing && hasCity && !isKnown && (
        <p className={styles.quiet}>
          {isSignedOut ? (
            <a href={loginFor(`${paths.driverDashboard}?tab=orders`)}>{t('requests.signedOut')}</a>
          ) : online ? (
            t('requests.arriving')
          ) : (
            t('requests.notArrived')
          )}
        </p>
      )}
      {isNothing && hasCity && isKnown && (
        <EmptyState title={t('requests.none')}>
          <p>{t('requests.noneText')}</p>
        </EmptyState>
      )}
      {near.length === 0 && far.length > 0 && <p className={styles.quiet}>{t('requests.noneNear')}</p>}
      {near.length > 0 && (
        <div>
          <LongList items={near} isWhole className={styles.list} labelledBy="requests">
            {(request) => <RequestCard key={request.row._id} request={request} />}
          </LongList>
        </div>
      )}
      {far.length > 0 && (
        <>
          <Button block aria-expanded={isFarShown} onClick={() => setFarShown(!isFarShown)}>
            {t('requests.far', { count: far.length })}
          </Button>
          {isFarShown && (
            <ul className={styles.list}>
              {far.map((request) => (
                <RequestCard key={request.row._id} request={request} />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  )
}

const RECENT = 5

function Recent({ partner: { deliveries } }: { partner: Partner }) {
  const { t } = useTranslation('deliveries')
  if (!deliveries) return null
  const ended = deliveries.items
    .filter((view) => !isCarried(view))
    .toSorted((a, b) => (a.since > b.since ? -1 : 1))
    .slice(0, RECENT)
  return (
    <section className={styles.section} aria-labelledby="recent">
      <h2 id="recent">{t('recent.title')}</h2>
      {ended.length === 0 && (
        <p className={styles.quiet}>{deliveries.isWhole ? t('recent.none') : t('current.reading')}</p>
      )}
      {ended.length > 0 && (
        <ul className={styles.rows}>
          {ended.map((view) => (
            <RecentRow key={view.id} view={view} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** While a step waits, the fact has the fee of a delivered order, which a failure or a release does not earn. */
const earns = ({ fact, state, pending }: DeliveryView) =>
  fact.earningRupees > 0 && (pending.length === 0 || state === 'delivered')

function RecentRow({ view }: { view: DeliveryView }) {
  const { t } = useTranslation('deliveries')
  const { rupees, when, language } = useFormat()
  const { states, handedTo, failures } = useDeliveryWords()
  const { fact, state, since, pending, ended } = view
  const trip = t('trip', { florist: fact.pickup.florist[language], pincode: fact.dropPincode })
  const said = [
    `${states[state]}, ${when(since)}`,
    ...(ended?.handedTo ? [handedTo[ended.handedTo]] : []),
    ...(ended?.reason ? [failures[ended.reason]] : []),
    ...(pending.length > 0 ? [t('recent.unconfirmed')] : []),
    ...(fact.isDisputed ? [t('recent.disputed')] : []),
  ]
  return (
    <li className={styles.row}>
      <span>
        <b>{trip}</b>
        <span className={styles.small}>{said.join('. ')}</span>
        {fact.conversation !== undefined && (
          <MessageLink
            variant="tonal"
            className={styles.rowAct}
            conversation={fact.conversation}
            name={t('recent.customer', { trip })}
          />
        )}
      </span>
      {earns(view) && <span className={styles.money}>{rupees(fact.earningRupees)}</span>}
    </li>
  )
}
