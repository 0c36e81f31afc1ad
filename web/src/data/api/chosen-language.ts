import { LANGUAGE_KEY, type Language } from '../../i18n/language.ts'
import type { KeyValue } from '../platform/key-value.ts'

/** For the mails that the service writes; empty while nobody chose. */
export function languageParameter(values: KeyValue): { language?: Language } {
  const language = values.get(LANGUAGE_KEY)
  return language === 'en' || language === 'hi' ? { language } : {}
}
