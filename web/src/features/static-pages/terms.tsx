import { EDITABLE_MINUTES, REPORTABLE_HOURS } from '#model'
import { useCompany } from '../../data/catalogue/company.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LegalPage } from './legal-page.tsx'

export function TermsScreen() {
  const { t } = useTranslation('legal')
  // The catalogue brings them a moment after the first visit.
  const { legalEmail: email = '…', supportPhone: phone = '…' } = useCompany() ?? {}
  return (
    <LegalPage
      title={t('terms.title')}
      intro={t('terms.intro')}
      sections={t('terms.sections', {
        ...{ returnObjects: true as const, email, phone },
        ...{ editableMinutes: EDITABLE_MINUTES, reportableHours: REPORTABLE_HOURS },
      })}
      email="legalEmail"
    />
  )
}
