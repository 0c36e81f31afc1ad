import { useTranslation } from '../../../../i18n/use-translation.ts'

/** The sentence beside a field for a reason code, of the form or of the service. */
export function useFieldErrors(): (field: string, code: string | undefined) => string | undefined {
  const { t } = useTranslation('applications')
  const missing: Readonly<Record<string, string>> = t('missing', { returnObjects: true })
  return (field, code) => {
    switch (code) {
      case undefined:
        return undefined
      case 'missing':
      case 'required':
      case 'city_unknown':
        return missing[field] ?? t('error.refused')
      case 'long':
      case 'too_long':
        return t('error.long')
      case 'wrong':
      case 'email_malformed':
        return t('error.email')
      case 'short':
      case 'too_short':
        return t('error.short')
      case 'mismatch':
        return t('error.mismatch')
      case 'email_taken':
        return t('error.emailTaken')
      default:
        return t('error.refused')
    }
  }
}
