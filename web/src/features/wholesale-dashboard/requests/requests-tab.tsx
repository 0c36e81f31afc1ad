import { useState } from 'react'
import { useCityNames } from '../../../blocks/bulk/use-city-names.ts'
import type { Supplier } from '../../../blocks/bulk/use-supplier.ts'
import { useIsReachable } from '../../../blocks/sync/use-is-reachable.ts'
import { useSession } from '../../../data/use-session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../../paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import styles from '../wholesale-dashboard.module.css'
import { type Filter, filterRequests, NO_FILTER } from './filter-requests.ts'
import { RequestFilter } from './request-filter.tsx'
import { RequestList } from './request-list.tsx'
import { useRequestWords } from './request-words.ts'
import { WhyEmpty } from './why-empty.tsx'

interface RequestsTabProps {
  supplier: Supplier
  isWide: boolean
}

/** The open requests of the supplier's cities, and those that the supplier is or was interested in. */
export function RequestsTab({ supplier, isWide }: RequestsTabProps) {
  const { listTitle } = useRequestWords()
  const { requests, cities, figures } = supplier
  const title = listTitle(figures.open)
  return (
    <section className={styles.section} aria-labelledby="requests">
      {/* On a desktop the tab has the same words. */}
      <h2 id="requests">{isWide ? <VisuallyHidden>{title}</VisuallyHidden> : title}</h2>
      {(!requests || (requests.all.length === 0 && !cities)) && <SkeletonLines count={6} />}
      {requests?.all.length === 0 && cities && <WhyEmpty supplier={supplier} cities={cities} />}
      {requests && requests.all.length > 0 && <Requests supplier={supplier} all={requests.all} isWide={isWide} />}
    </section>
  )
}

interface RequestsProps extends RequestsTabProps {
  /** At least one. */
  all: NonNullable<Supplier['requests']>['all']
}

function Requests({ supplier: { cities = [] }, all, isWide }: RequestsProps) {
  const { t } = useTranslation('wholesale')
  const { today } = useRequestWords()
  const namesOf = useCityNames()
  const isReachable = useIsReachable()
  const { signedOutByServer: isSignedOut } = useSession()
  const [filter, setFilter] = useState<Filter>(NO_FILTER)
  const found = filterRequests(all, filter, today)
  const inList = [...new Set([...cities, ...all.map(({ about }) => about.city)])]
  return (
    <>
      <RequestFilter filter={filter} cities={inList} onChange={setFilter} />
      {isSignedOut && (
        <p>
          <a href={loginFor(`${paths.wholesaleDashboard}?tab=requests`)}>{t('signedOut')}</a>
        </p>
      )}
      {!isReachable && !isSignedOut && <p className={styles.warning}>{t('stale')}</p>}
      {found.length === 0 ? (
        <EmptyState
          title={t('filter.nothing')}
          action={<Button onClick={() => setFilter(NO_FILTER)}>{t('filter.clear')}</Button>}
        >
          <p>{t('filter.nothingText')}</p>
        </EmptyState>
      ) : (
        <RequestList requests={found} isWide={isWide} />
      )}
      {cities.length > 0 && (
        <p className={styles.quiet}>
          <span>{`${t('cities.seen', { cities: namesOf(cities) })} `}</span>
          <a href={link(paths.wholesaleProfile)}>{t('cities.change')}</a>
        </p>
      )}
    </>
  )
}
