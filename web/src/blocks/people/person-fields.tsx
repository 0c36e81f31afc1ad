import type { ComponentProps, ReactNode } from 'react'
import { CITIES } from '#model'
import { useFormat } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

interface Said {
  hint?: ReactNode
  error?: string | undefined
}
type InputProps = ComponentProps<'input'> & Said

export function NameField({ hint, error, ...input }: InputProps) {
  const { t } = useTranslation('people')
  return (
    <Field label={t('register.name')} hint={hint} error={error}>
      {(control) => <TextInput {...control} {...input} autoComplete="name" />}
    </Field>
  )
}

export function EmailField({ hint, error, ...input }: InputProps) {
  const { t } = useTranslation('people')
  return (
    <Field label={t('login.email')} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
      )}
    </Field>
  )
}

export function PhoneField({ hint, error, ...input }: InputProps) {
  const { t } = useTranslation('people')
  return (
    <Field label={t('register.phone')} hint={hint} error={error}>
      {(control) => (
        <TextInput {...control} {...input} type="tel" inputMode="tel" autoComplete="tel" placeholder="+91" />
      )}
    </Field>
  )
}

/** Chooses one of the cities; if `mayBeNone`, it can be empty. */
export function CityField({
  mayBeNone,
  hint,
  error,
  ...select
}: ComponentProps<'select'> & Said & { mayBeNone: boolean }) {
  const { t } = useTranslation('people')
  const { language } = useFormat()
  return (
    <Field label={t('register.city')} hint={hint} error={error}>
      {(control) => (
        <Select {...control} {...select}>
          {mayBeNone && <option value="">{t('register.chooseCity')}</option>}
          {CITIES.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name[language]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
