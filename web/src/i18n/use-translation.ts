import type { FlatNamespace } from 'i18next'
// biome-ignore lint/style/noRestrictedImports: here it is wrapped
import { useTranslation as useTranslationAnew } from 'react-i18next'

// Unsaid, they are another object at every render, and the library's store another one with them: React would look at
// it once more after each, for every component that says a word.
const OPTIONS = {}

/** The texts of one namespace in the chosen language. */
export const useTranslation = <Ns extends FlatNamespace>(namespace: Ns) => useTranslationAnew(namespace, OPTIONS)
