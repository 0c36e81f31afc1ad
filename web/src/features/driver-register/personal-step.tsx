import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { SPOKEN_LANGUAGES } from '#model'
import { useWizard } from '../../blocks/applications/wizard/form/application-form.ts'
import {
  PasswordFields,
  PhoneNumberField,
  useLocked,
} from '../../blocks/applications/wizard/steps/person-step-fields.tsx'
import { StepForm } from '../../blocks/applications/wizard/steps/step-form.tsx'
import { useStepErrors, useTyped } from '../../blocks/applications/wizard/steps/use-step.ts'
import { CityField, EmailField, NameField } from '../../blocks/people/person-fields.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Chips } from '../../ui/forms/choices.tsx'
import { PERSONAL, type PersonalValues, personalRules } from './driver-rules.ts'

export function PersonalStep() {
  const { t } = useTranslation('applications')
  const { applicant } = useWizard()
  const form = useForm<PersonalValues>({
    resolver: valibotResolver(personalRules(applicant)),
    defaultValues: useTyped(PERSONAL),
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const { register, watch, setValue } = form
  const errorOf = useStepErrors(form.formState.errors)
  const locked = useLocked()
  const [phone, emergencyContact, languages] = watch(['phone', 'emergencyContact', 'languages'])
  const names = t('languages', { returnObjects: true })
  const email = locked('email')
  return (
    <StepForm
      form={form}
      blocked={(codes) => {
        if (codes.confirmPassword === 'mismatch') return t('blocked.mismatch')
        const missing = Object.values(codes).filter((code) => code === 'missing')
        if (missing.length > 0)
          return codes.city === 'missing' && missing.length === 1 ? t('blocked.city') : t('blocked.fields')
        return t('blocked.check')
      }}
    >
      <NameField {...register('name')} {...locked('name')} error={errorOf('name')} />
      <EmailField {...register('email')} {...email} hint={email.hint ?? t('hints.email')} error={errorOf('email')} />
      <PhoneNumberField
        {...register('phone')}
        {...locked('phone')}
        label={t('fields.phone')}
        error={errorOf('phone')}
        typed={phone}
        autoComplete="tel"
      />
      <PhoneNumberField
        {...register('emergencyContact')}
        label={t('fields.emergencyContact')}
        hint={t('hints.emergencyContact')}
        error={errorOf('emergencyContact')}
        typed={emergencyContact}
        autoComplete="off"
      />
      <CityField {...register('city')} error={errorOf('city')} mayBeNone />
      {applicant.kind === 'visitor' && (
        <PasswordFields
          password={{ ...register('password'), error: errorOf('password') }}
          confirmPassword={{ ...register('confirmPassword'), error: errorOf('confirmPassword') }}
        />
      )}
      <Chips
        legend={t('optional', { field: t('fields.languages') })}
        options={SPOKEN_LANGUAGES.map((language) => ({ value: language, label: names[language] }))}
        values={languages}
        onChange={(chosen) => setValue('languages', chosen)}
      />
    </StepForm>
  )
}
