import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ApplicationType } from '#model'
import { useFormat } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonLines } from '../../../ui/states/skeleton.tsx'
import { ApplicationQueue } from './application-queue.tsx'
import styles from './applications.module.css'
import { matchesApplication } from './matches-application.ts'
import type { DeskApplications } from './use-applications.ts'

interface ApplicationsTabProps {
  of: 'partners' | 'suppliers'
  applications: DeskApplications
  online: boolean
}

const TYPES = { partners: 'driver', suppliers: 'wholesale_supplier' } as const satisfies Record<string, ApplicationType>

/** The applications of one kind that wait for an admin; deciding works without a network. */
export function ApplicationsTab({ of, applications, online }: ApplicationsTabProps) {
  const { t } = useTranslation('desk')
  const { day } = useFormat()
  const [typed, setTyped] = useState('')
  const searchField = useRef<HTMLInputElement>(null)
  const type = TYPES[of]
  const all = applications.open?.filter(({ row }) => row.applicationType === type)
  const waiting = all?.filter(({ decided }) => !decided) ?? []
  const shown = all?.filter(({ row }) => matchesApplication(row, typed)) ?? []
  const [oldest] = waiting
  return (
    <div className={styles.tab}>
      <header className={styles.head}>
        <div>
          <h1>{of === 'partners' ? t('applications.title.partners') : t('applications.title.suppliers')}</h1>
          <p className={styles.quiet} role="status">
            {oldest && t('applications.waiting', { count: waiting.length, day: day(oldest.row.at) })}
          </p>
        </div>
        {all && all.length > 0 && (
          <TextInput
            ref={searchField}
            type="search"
            icon={Search}
            className={styles.search}
            aria-label={t('applications.search')}
            placeholder={t('applications.searchHint')}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              // The browser would empty the field; here the key gives the list its keys back.
              event.preventDefault()
              event.currentTarget.blur()
            }}
          />
        )}
      </header>
      {!all &&
        (online ? (
          <SkeletonLines count={6} />
        ) : (
          <EmptyState title={t('offlineNothing')}>
            <p>{t('offlineNothingText')}</p>
          </EmptyState>
        ))}
      {all?.length === 0 && (
        <EmptyState picture="/flowers/white-lilies.svg" title={t('applications.none')}>
          <p>{of === 'partners' ? t('applications.partners') : t('applications.suppliers')}</p>
        </EmptyState>
      )}
      {all && all.length > 0 && shown.length === 0 && <EmptyState title={t('applications.noneFound')} />}
      {shown.length > 0 && (
        <ApplicationQueue
          key={of}
          label={of === 'partners' ? t('applications.title.partners') : t('applications.title.suppliers')}
          views={shown}
          online={online}
          onSearch={() => searchField.current?.focus()}
        />
      )}
    </div>
  )
}
