import type { FlatNamespace } from 'i18next'
import { useTranslation as useTranslationAnew } from 'react-i18next'

// Unsaid, they are another object at every render: the library would take each for a change, and listen anew.
const OPTIONS = {}

/** The texts of one namespace in the chosen language. */
export const useTranslation = <Ns extends FlatNamespace>(namespace: Ns) => useTranslationAnew(namespace, OPTIONS)
