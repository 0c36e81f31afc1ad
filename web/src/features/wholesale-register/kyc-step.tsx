import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { hasVisibleText } from '#model'
import { NumberField } from '../../blocks/applications/wizard/steps/number-field.tsx'
import { StepForm } from '../../blocks/applications/wizard/steps/step-form.tsx'
import { useStepErrors, useTyped } from '../../blocks/applications/wizard/steps/use-step.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { KYC, KycRules, type KycValues } from './supplier-rules.ts'

export function KycStep() {
  const { t } = useTranslation('applications')
  const form = useForm<KycValues>({
    resolver: valibotResolver(KycRules),
    defaultValues: useTyped<KycValues>(KYC),
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const { register, watch, formState } = form
  const errorOf = useStepErrors(formState.errors)
  const [gstNumber, panNumber] = watch(['gstNumber', 'panNumber'])
  return (
    <StepForm
      form={form}
      blocked={(codes) => (Object.values(codes).includes('missing') ? t('blocked.kyc') : t('blocked.check'))}
    >
      <NumberField
        {...register('gstNumber')}
        label={t('fields.gstNumber')}
        hint={t('hints.gst')}
        placeholder="08ABCPE1234F1Z5"
        error={errorOf('gstNumber')}
        typed={gstNumber}
        warn={(number, { isWellFormed }) => (isWellFormed('gstin', number) ? undefined : t('unusual.gstin'))}
      />
      <NumberField
        {...register('panNumber')}
        label={t('fields.panNumber')}
        placeholder="ABCPE1234F"
        error={errorOf('panNumber')}
        typed={panNumber}
        warn={(number, { isWellFormed, doesGstinHavePan }) => {
          if (!isWellFormed('pan', number)) return t('unusual.pan')
          const isAnother =
            hasVisibleText(gstNumber) && isWellFormed('gstin', gstNumber) && !doesGstinHavePan(gstNumber, number)
          return isAnother ? t('unusual.panInGstin') : undefined
        }}
      />
      <Field label={t('fields.businessLicense')} optional error={errorOf('businessLicense')}>
        {(control) => <TextInput {...control} {...register('businessLicense')} autoComplete="off" />}
      </Field>
    </StepForm>
  )
}
