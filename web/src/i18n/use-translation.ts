import type { FlatNamespace } from 'i18next'
// biome-ignore lint/style/noRestrictedImports: here it is wrapped
import { useTranslation as useTranslationAnew } from 'react-i18next'

// Without this constant the options are a new object at every render, and the library's store is a new one too: React
// would check it once more after each render, for every component that shows a text.
const OPTIONS = {}

/** The texts of one namespace in the chosen language. */
export const useTranslation = <Ns extends FlatNamespace>(namespace: Ns) => useTranslationAnew(namespace, OPTIONS)
