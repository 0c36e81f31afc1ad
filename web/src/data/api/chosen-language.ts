import { LANGUAGE_KEY, type Language } from '../../i18n/language.ts'
import type { KeyValue } from '../platform/key-value.ts'

/** The language for the service's mails; empty until the person has chosen one. */
export function languageParameter(values: KeyValue): { language?: Language } {
  const language = values.get(LANGUAGE_KEY)
  return language === 'en' || language === 'hi' ? { language } : {}
}
