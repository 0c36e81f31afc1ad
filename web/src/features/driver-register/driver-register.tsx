import { useSearchParams } from 'react-router-dom'
import { DOCUMENTS, PARTNER_DOCUMENTS, SERVICE_RADII } from '#model'
import type { ApplicationForm } from '../../blocks/applications/wizard/form/application-form.ts'
import { ApplicationWizard } from '../../blocks/applications/wizard/wizard.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { KYC, KycRules, PERSONAL, personalRules, VEHICLE, VehicleRules } from './driver-rules.ts'
import { KycStep } from './kyc-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import { VehicleStep } from './vehicle-step.tsx'

/** Where a person applies to become a delivery partner. */
export function DriverRegisterScreen() {
  const { t } = useTranslation('applications')
  const [query] = useSearchParams()
  const names = t('fields', { returnObjects: true })
  const papers = t('papers', { returnObjects: true })
  const form: ApplicationForm = {
    type: 'driver',
    title: query.get('social') === 'true' ? t('driver.socialTitle') : t('driver.title'),
    steps: [
      {
        id: 'personal',
        ...t('driver.personal', { returnObjects: true }),
        initial: PERSONAL,
        rules: personalRules,
        names,
        Screen: PersonalStep,
      },
      {
        id: 'vehicle',
        ...t('driver.vehicle', { returnObjects: true }),
        initial: VEHICLE,
        rules: () => VehicleRules,
        names,
        Screen: VehicleStep,
      },
      {
        id: 'kyc',
        ...t('driver.kyc', { returnObjects: true }),
        initial: KYC,
        rules: () => KycRules,
        names,
        Screen: KycStep,
      },
    ],
    documentsTitle: t('driver.documents'),
    documents: PARTNER_DOCUMENTS.map((name) => ({
      name,
      label: papers[name],
      isOptional: DOCUMENTS.driver.optional.includes(name),
    })),
    membersOf: ({ serviceRadius, ...others }) => ({
      ...others,
      serviceRadius: SERVICE_RADII.find((radius) => String(radius) === serviceRadius),
    }),
  }
  return <ApplicationWizard form={form} />
}
