export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

/** Fixed by the specification: `{product}_language`. */
export const LANGUAGE_KEY = 'mogra_language'

export const asLanguage = (value: string | null | undefined): Language => (value === 'hi' ? 'hi' : 'en')

/** The saved choice; English if there is none, or if the browser refuses storage. */
export const savedLanguage = (): Language => {
  try {
    return asLanguage(localStorage.getItem(LANGUAGE_KEY))
  } catch {
    return 'en'
  }
}

export const saveLanguage = (language: Language): void => {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Private windows may refuse storage; then the choice lasts as long as the page.
  }
}
