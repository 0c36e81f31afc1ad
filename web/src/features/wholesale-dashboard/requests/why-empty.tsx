import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCityNames } from '../../../blocks/bulk/use-city-names.ts'
import type { Supplier } from '../../../blocks/bulk/use-supplier.ts'
import { useIsReachable } from '../../../blocks/sync/use-is-reachable.ts'
import { useSession } from '../../../data/use-session.ts'
import { useSyncStatus } from '../../../data/use-sync-status.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, loginFor, paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Panel } from '../../../ui/layout/page.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import styles from '../wholesale-dashboard.module.css'

interface WhyEmptyProps {
  supplier: Supplier
  /** Ids. */
  cities: readonly string[]
}

/** Says why the list is empty: what is in order, what is not, and what would change it. */
export function WhyEmpty({ supplier, cities }: WhyEmptyProps) {
  const { t } = useTranslation('wholesale')
  const namesOf = useCityNames()
  const isReachable = useIsReachable()
  const { requests, isUnconfirmed } = supplier
  const isKnown = isReachable && requests?.isComplete === true
  const some = isKnown ? t('empty.nobody', { cities: namesOf(cities) }) : t('empty.unknown')
  return (
    <div className={styles.empty}>
      <EmptyState
        picture="/flowers/empty-basket.svg"
        title={t('empty.title')}
        action={
          <ButtonLink variant="primary" href={link(paths.wholesaleProfile)}>
            {cities.length === 0 ? t('cities.choose') : t('cities.more')}
          </ButtonLink>
        }
      >
        <p>{cities.length === 0 ? t('empty.noCity') : some}</p>
      </EmptyState>
      <Panel>
        <h3>{t('empty.why')}</h3>
        <ul className={styles.checklist}>
          <CheckItem isRight>{t('empty.approved')}</CheckItem>
          {cities.length > 0 && <Freshness isComplete={requests?.isComplete === true} />}
          <CityCheck cities={cities} isUnconfirmed={isUnconfirmed} />
        </ul>
      </Panel>
    </div>
  )
}

function Freshness({ isComplete }: { isComplete: boolean }) {
  const { t } = useTranslation('wholesale')
  const { when } = useFormat()
  const isReachable = useIsReachable()
  const { lastContactAt } = useSyncStatus()
  const { signedOutByServer } = useSession()
  if (signedOutByServer)
    return (
      <CheckItem>
        <a href={loginFor(`${paths.wholesaleDashboard}?tab=requests`)}>{t('signedOut')}</a>
      </CheckItem>
    )
  if (isReachable)
    return <CheckItem isRight={isComplete}>{isComplete ? t('empty.fresh') : t('empty.arriving')}</CheckItem>
  const isKnown = isComplete && lastContactAt !== undefined
  return <CheckItem>{isKnown ? t('empty.staleSince', { time: when(lastContactAt) }) : t('empty.stale')}</CheckItem>
}

function CityCheck({ cities, isUnconfirmed }: { cities: readonly string[]; isUnconfirmed: boolean }) {
  const { t } = useTranslation('wholesale')
  const namesOf = useCityNames()
  const names = namesOf(cities)
  if (cities.length === 0) return <CheckItem>{t('empty.noCities')}</CheckItem>
  return (
    <>
      <CheckItem isRight={cities.length > 1}>
        {cities.length === 1 ? t('empty.oneCity', { city: names }) : t('empty.someCities', { cities: names })}
      </CheckItem>
      {isUnconfirmed && <CheckItem>{t('empty.unconfirmed')}</CheckItem>}
    </>
  )
}

interface CheckItemProps {
  isRight?: boolean
  children: ReactNode
}

function CheckItem({ isRight = false, children }: CheckItemProps) {
  const Icon = isRight ? Check : TriangleAlert
  return (
    <li className={styles.check} data-right={isRight || undefined}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}
