import i18next from 'i18next'
import type { Language } from './language.ts'

/** Adds texts that are not in the entry chunk: the start does not wait for those of a screen that is not open. */
export function addTexts(language: Language, texts: Record<string, object>): void {
  const add = () => {
    for (const [namespace, text] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, text)
  }
  if (i18next.isInitialized) add()
  else i18next.on('initialized', add)
}
