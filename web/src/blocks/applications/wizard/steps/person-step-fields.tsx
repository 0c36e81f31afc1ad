import type { ComponentProps } from 'react'
import { hasVisibleText, looksLikeMobile } from '#model'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { FieldPair } from '../../../../ui/forms/field-pair.tsx'
import { TextInput } from '../../../../ui/forms/text-input.tsx'
import { useWizard } from '../form/application-form.ts'

type InputProps = ComponentProps<'input'> & { error: string | undefined }

/** Whether a field is known from elsewhere, and the sentence below it that says from where. */
export function useLocked(): (field: string) => { readOnly: boolean; hint?: string } {
  const { t } = useTranslation('applications')
  const { applicant } = useWizard()
  const from = applicant.kind === 'social' ? t('locked.social') : t('locked.account')
  return (field) => (field in applicant.locked ? { readOnly: true, hint: from } : { readOnly: false })
}

interface PhoneProps extends InputProps {
  label: string
  hint?: string | undefined
  typed: string
}

/** A phone number of any country; an unusual one is warned of. */
export function PhoneNumberField({ label, hint, error, typed, ...input }: PhoneProps) {
  const { t } = useTranslation('applications')
  const isUnusual = hasVisibleText(typed) && !looksLikeMobile(typed)
  return (
    <Field label={label} hint={hint} error={error} warning={isUnusual ? t('unusual.phone') : undefined}>
      {(control) => <TextInput {...control} type="tel" inputMode="tel" placeholder="+91" {...input} />}
    </Field>
  )
}

interface PasswordFieldsProps {
  password: InputProps
  confirmPassword: InputProps
}

/** For the account that the submission makes; people who have one, or a provider, need no password. */
export function PasswordFields({ password, confirmPassword }: PasswordFieldsProps) {
  const { t } = useTranslation('applications')
  return (
    <FieldPair stacks>
      <PasswordField label={t('fields.password')} hint={t('hints.password')} {...password} />
      <PasswordField label={t('fields.confirmPassword')} {...confirmPassword} />
    </FieldPair>
  )
}

function PasswordField({ label, hint, error, ...input }: InputProps & { label: string; hint?: string }) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <TextInput {...control} {...input} type="password" autoComplete="new-password" />}
    </Field>
  )
}
