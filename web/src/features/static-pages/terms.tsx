import { company, EDITABLE_MINUTES, REPORTABLE_HOURS } from '#model'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LegalPage } from './legal-page.tsx'

export function TermsScreen() {
  const { t } = useTranslation('legal')
  const { legalEmail: email, phone } = company
  return (
    <LegalPage
      title={t('terms.title')}
      intro={t('terms.intro')}
      sections={t('terms.sections', {
        ...{ returnObjects: true as const, email, phone },
        ...{ editableMinutes: EDITABLE_MINUTES, reportableHours: REPORTABLE_HOURS },
      })}
      email={email}
    />
  )
}
