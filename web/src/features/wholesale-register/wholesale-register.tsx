import { DOCUMENTS, SUPPLIER_DOCUMENTS } from '#model'
import type { ApplicationForm } from '../../blocks/applications/wizard/form/application-form.ts'
import { ApplicationWizard } from '../../blocks/applications/wizard/wizard.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { BusinessStep } from './business-step.tsx'
import { KycStep } from './kyc-step.tsx'
import { LocationStep } from './location-step.tsx'
import { BUSINESS, businessRules, KYC, KycRules, LOCATION, LocationRules } from './supplier-rules.ts'

/** Where a business applies to become a wholesale supplier. */
export function WholesaleRegisterScreen() {
  const { t } = useTranslation('applications')
  const names = t('fields', { returnObjects: true })
  const papers = t('papers', { returnObjects: true })
  const form: ApplicationForm = {
    type: 'wholesale_supplier',
    title: t('supplier.title'),
    steps: [
      {
        id: 'business',
        ...t('supplier.business', { returnObjects: true }),
        initial: BUSINESS,
        rules: businessRules,
        names,
        Screen: BusinessStep,
      },
      {
        id: 'location',
        ...t('supplier.location', { returnObjects: true }),
        initial: LOCATION,
        rules: () => LocationRules,
        names,
        Screen: LocationStep,
      },
      {
        id: 'kyc',
        ...t('supplier.kyc', { returnObjects: true }),
        initial: KYC,
        rules: () => KycRules,
        names,
        Screen: KycStep,
      },
    ],
    documentsTitle: t('supplier.documents'),
    documents: SUPPLIER_DOCUMENTS.map((name) => ({
      name,
      label: papers[name],
      isOptional: DOCUMENTS.wholesale_supplier.optional.includes(name),
    })),
    membersOf: (values) => values,
  }
  return <ApplicationWizard form={form} />
}
