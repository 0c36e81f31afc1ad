type Language = 'en' | 'hi'

/**
 * The languages in which a story is told: one, because the texts of both are looked at screen by screen in
 * `all-screens`. `BOTH_LANGUAGES=1 npm run test:e2e` tells each story in both.
 */
export const inOneLanguage = (language: Language): readonly Language[] =>
  process.env.BOTH_LANGUAGES ? ['en', 'hi'] : [language]
