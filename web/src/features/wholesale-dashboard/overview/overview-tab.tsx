import type { Supplier } from '../../../blocks/bulk/use-supplier.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { link, paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { StatList } from '../../../ui/layout/stat-list.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import { byUrgency } from '../requests/filter-requests.ts'
import { InterestButton } from '../requests/interest-button.tsx'
import { RequestSummary } from '../requests/request-row.tsx'
import { useRequestWords } from '../requests/request-words.ts'
import styles from '../wholesale-dashboard.module.css'
import { ActivityList } from './activity-list.tsx'

/** The supplier's figures, the requests that wait for an answer, and what happened last. */
export function OverviewTab({ supplier }: { supplier: Supplier }) {
  return (
    <>
      <Figures supplier={supplier} />
      <NoCities cities={supplier.cities} />
      <div className={styles.columns}>
        <Waiting supplier={supplier} />
        <ActivityList requests={supplier.requests?.all} />
      </div>
    </>
  )
}

function Figures({ supplier: { figures } }: { supplier: Supplier }) {
  const { t } = useTranslation('wholesale')
  const { number } = useFormat()
  const named = [
    [t('figures.open'), figures.open],
    [t('figures.interested'), figures.interested],
    [t('figures.deals'), figures.completedDeals],
    [t('figures.cities'), figures.cities],
  ] as const
  return (
    <StatList stats={named.map(([label, value]) => ({ label, figure: value === undefined ? '–' : number(value) }))} />
  )
}

function NoCities({ cities }: Pick<Supplier, 'cities'>) {
  const { t } = useTranslation('wholesale')
  if (cities === undefined || cities.length > 0) return null
  return (
    <Banner
      tone="marigold"
      title={t('cities.none')}
      action={<ButtonLink href={link(paths.wholesaleProfile)}>{t('cities.choose')}</ButtonLink>}
    >
      <p>{t('cities.noneText')}</p>
    </Banner>
  )
}

/** How many waiting requests the overview shows; the list has all of them. */
const FIRST = 3

function Waiting({ supplier: { requests, figures } }: { supplier: Supplier }) {
  const { t } = useTranslation('wholesale')
  const { number } = useFormat()
  const { today, nameOf } = useRequestWords()
  // An answered request leaves this list, and its button takes the focus along.
  const keptFocus = useFocusRestore('li button, p')
  const open = requests?.all.filter(({ state }) => state === 'new').toSorted(byUrgency(today)) ?? []
  const nothing = figures.open === undefined ? t('empty.arriving') : t('empty.title')
  const none = requests && requests.figures.open > 0 ? t('waiting.none') : nothing
  const list = `${paths.wholesaleDashboard}?tab=requests`
  return (
    <section {...keptFocus} className={styles.section} aria-labelledby="waiting">
      <div className={styles.sectionHead}>
        <h2 id="waiting">{t('waiting.title')}</h2>
        {open.length > FIRST && (
          <ButtonLink variant="quiet" href={link(list)}>
            {t('waiting.all', { number: number(open.length) })}
          </ButtonLink>
        )}
      </div>
      {!requests && <SkeletonLines count={4} />}
      {requests && open.length === 0 && <p className={styles.quiet}>{none}</p>}
      {open.length > 0 && (
        <ul className={styles.rows}>
          {open.slice(0, FIRST).map((request, index) => (
            <li key={request.ulid}>
              <RequestSummary request={request} />
              <div className={styles.answers}>
                <InterestButton request={request} isPrimary={index === 0} />
                <ButtonLink
                  variant="tonal"
                  size="large"
                  href={link(`${list}&request=${request.ulid}`)}
                  aria-label={t('request.openNamed', { name: nameOf(request.about) })}
                >
                  {t('request.open')}
                </ButtonLink>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
