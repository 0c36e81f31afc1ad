import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { SUPPLIER_EXPERIENCES } from '#model'
import { useWizard } from '../../blocks/applications/wizard/form/application-form.ts'
import {
  PasswordFields,
  PhoneNumberField,
  useLocked,
} from '../../blocks/applications/wizard/steps/person-step-fields.tsx'
import { StepForm } from '../../blocks/applications/wizard/steps/step-form.tsx'
import { useStepErrors, useTyped } from '../../blocks/applications/wizard/steps/use-step.ts'
import { EmailField } from '../../blocks/people/person-fields.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { BUSINESS, type BusinessValues, businessRules } from './supplier-rules.ts'

export function BusinessStep() {
  const { t } = useTranslation('applications')
  const { applicant } = useWizard()
  const { name = '' } = applicant.locked
  const first: BusinessValues = { ...BUSINESS, contactPerson: typeof name === 'string' ? name : '' }
  const form = useForm<BusinessValues>({
    resolver: valibotResolver(businessRules(applicant)),
    defaultValues: useTyped<BusinessValues>(first),
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const { register, watch, formState } = form
  const errorOf = useStepErrors(formState.errors)
  const locked = useLocked()
  const years = t('years', { returnObjects: true })
  const email = locked('email')
  return (
    <StepForm
      form={form}
      blocked={(codes) => {
        if (codes.confirmPassword === 'mismatch') return t('blocked.mismatch')
        return Object.values(codes).includes('missing') ? t('blocked.fields') : t('blocked.check')
      }}
    >
      <Field label={t('fields.businessName')} error={errorOf('businessName')}>
        {(control) => <TextInput {...control} {...register('businessName')} autoComplete="organization" />}
      </Field>
      <Field label={t('fields.contactPerson')} error={errorOf('contactPerson')}>
        {(control) => <TextInput {...control} {...register('contactPerson')} autoComplete="name" />}
      </Field>
      <EmailField {...register('email')} {...email} hint={email.hint ?? t('hints.email')} error={errorOf('email')} />
      <PhoneNumberField
        {...register('phone')}
        {...locked('phone')}
        label={t('fields.phone')}
        error={errorOf('phone')}
        typed={watch('phone')}
        autoComplete="tel"
      />
      {applicant.kind === 'visitor' && (
        <PasswordFields
          password={{ ...register('password'), error: errorOf('password') }}
          confirmPassword={{ ...register('confirmPassword'), error: errorOf('confirmPassword') }}
        />
      )}
      <Field label={t('fields.experience')} optional>
        {(control) => (
          <Select {...control} {...register('experience')}>
            <option value="">{t('notGiven')}</option>
            {SUPPLIER_EXPERIENCES.map((experience) => (
              <option key={experience} value={experience}>
                {years[experience]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </StepForm>
  )
}
