import { useTranslation } from '../../i18n/use-translation.ts'
import type { RegistrationValues } from './registration-form.ts'

type Name = keyof RegistrationValues

/** The text beside a field for its reason code, from the form or from the service. */
export function useFieldErrors(
  errors: Partial<Record<Name, { message?: string | undefined }>>,
): (field: Name) => string | undefined {
  const { t } = useTranslation('people')
  const missing: Record<Name, string> = {
    type: t('register.error.other'),
    name: t('register.error.name'),
    email: t('login.emailMissing'),
    phone: t('register.error.phone'),
    city: t('register.error.city'),
    terms: t('register.error.terms'),
  }
  return (field) => {
    const code = errors[field]?.message
    if (code === undefined) return undefined
    if (code === 'long' || code === 'too_long') return t('register.error.long')
    const isMissing = ['required', 'email_malformed', 'city_unknown', 'unknown_city', 'terms_required'].includes(code)
    return isMissing ? missing[field] : t('register.error.other')
  }
}
