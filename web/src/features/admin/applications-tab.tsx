import { useTranslation } from '../../i18n/use-translation.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** The applications that wait for an admin. */
export function ApplicationsTab({ of }: { of: 'partners' | 'suppliers' }) {
  const { t } = useTranslation('desk')
  return (
    <>
      <h1>{of === 'partners' ? t('applications.title.partners') : t('applications.title.suppliers')}</h1>
      <EmptyState picture="/flowers/white-lilies.svg" title={t('applications.none')}>
        <p>{of === 'partners' ? t('applications.partners') : t('applications.suppliers')}</p>
      </EmptyState>
    </>
  )
}
