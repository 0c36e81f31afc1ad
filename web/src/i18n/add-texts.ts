import i18next from 'i18next'
import { english } from './english.ts'
import type { Language } from './language.ts'

type Texts = Record<string, object>

/** All texts that are loaded, by language and namespace. */
export const texts: Record<Language, Texts> = { en: { ...english }, hi: {} }

/** Adds texts that are not in the entry chunk: the start does not wait for those of a screen that is not open. */
export function addTexts(language: Language, added: Texts): void {
  Object.assign(texts[language], added)
  if (!i18next.isInitialized) return
  for (const [namespace, text] of Object.entries(added)) i18next.addResourceBundle(language, namespace, text)
}
