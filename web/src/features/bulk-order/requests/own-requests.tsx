import { useState } from 'react'
import { type BulkRequestView, ownBulkRequests } from '../../../data/bulk/own-requests.ts'
import { useLive } from '../../../data/use-live.ts'
import { useSession } from '../../../data/use-session.ts'
import { useInitialSync } from '../../../data/use-sync-status.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { loginFor, paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { LongList } from '../../../ui/layout/long-list.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Failed } from '../../../ui/states/failed.tsx'
import { InitialSyncBanner } from '../../../ui/states/initial-sync-banner.tsx'
import styles from '../bulk-order.module.css'
import { RequestCard } from './request-card.tsx'

interface OwnRequestsProps {
  /** Fills the form in with a request that was refused. */
  onAgain: (request: BulkRequestView) => void
}

/** The person's requests with how far each has got, and who is interested. */
export function OwnRequests({ onAgain }: OwnRequestsProps) {
  const { t } = useTranslation('bulk-order')
  const { account } = useSession()
  const requests = useLive(ownBulkRequests)
  const arrival = useInitialSync()
  const keptFocus = useFocusRestore('h2')
  if (requests.status === 'failed') return <Failed error={requests.error} />
  if (requests.status === 'loading') return null
  const open = requests.data.filter((view) => !hasEnded(view))
  const earlier = requests.data.filter(hasEnded)
  return (
    <section {...keptFocus} className={styles.own}>
      <h2 id="own-requests">{t('requests.title')}</h2>
      <InitialSyncBanner title={t('requests.arriving')} arrival={arrival} />
      {requests.data.length === 0 && !arrival && (
        <EmptyState picture="/flowers/states/in-bud.svg" title={t('requests.none')} heading="h3">
          {t('requests.noneText')}
        </EmptyState>
      )}
      {open.length > 0 && (
        <div>
          <LongList items={open} isWhole className={styles.list} labelledBy="own-requests">
            {(view) => <RequestCard key={view.ulid} view={view} onAgain={onAgain} />}
          </LongList>
        </div>
      )}
      {earlier.length > 0 && <Earlier requests={earlier} isOnly={open.length === 0} onAgain={onAgain} />}
      {!account && requests.data.length > 0 && (
        <Banner
          action={
            <ButtonLink variant="quiet" href={loginFor(paths.bulkOrder)}>
              {t('requests.logIn')}
            </ButtonLink>
          }
        >
          {t('requests.visitor')}
        </Banner>
      )}
    </section>
  )
}

/** True for a request that was withdrawn or agreed, or whose day has passed. */
const hasEnded = ({ fact, withdrawal }: BulkRequestView) =>
  (fact !== undefined && fact.state !== 'pending') || withdrawal?.stage === 'confirmed'

/** The requests that have ended, behind a button where others are open. */
function Earlier({ requests, isOnly, onAgain }: OwnRequestsProps & { requests: BulkRequestView[]; isOnly: boolean }) {
  const { t } = useTranslation('bulk-order')
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || isOnly
  return (
    <>
      {!isOnly && (
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('requests.earlier', { number: requests.length })}
        </Button>
      )}
      {isShown && (
        <div>
          <LongList
            items={requests}
            isWhole
            className={styles.list}
            label={t('requests.earlier', { number: requests.length })}
            inAddress="earlier"
          >
            {(view) => <RequestCard key={view.ulid} view={view} onAgain={onAgain} />}
          </LongList>
        </div>
      )}
    </>
  )
}
