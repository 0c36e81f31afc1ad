import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { english } from './english.ts'
import { formatNumber } from './format.ts'
import { type Language, savedLanguage, saveLanguage } from './language.ts'

const loadHindi = async () => {
  const { hindi } = await import('./hindi.ts')
  for (const [namespace, texts] of Object.entries(hindi)) i18next.addResourceBundle('hi', namespace, texts)
}

const show = (language: Language) => {
  document.documentElement.lang = language
}

/** Resolves when the texts of the saved language are there: nothing is painted in the wrong one. */
export async function startLanguage(): Promise<void> {
  const language = savedLanguage()
  show(language)
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    ns: Object.keys(english),
    defaultNS: 'common',
    // As they are by default; but unsaid, each key would be looked at for being a sentence.
    keySeparator: '.',
    nsSeparator: ':',
    resources: { en: english },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  // The one in place makes a formatter of the browser's for each number.
  i18next.services.formatter?.add('number', (value) => formatNumber(value))
  // Without its chunk (first visit, network gone) the page is better English than blank.
  if (language === 'hi') await loadHindi().catch(() => i18next.changeLanguage('en').then(() => show('en')))
}

/** Loads the language, shows it, remembers it; rejects and changes nothing when its chunk cannot be had. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (language === 'hi' && !i18next.hasResourceBundle('hi', 'common')) await loadHindi()
  await i18next.changeLanguage(language)
  show(language)
  saveLanguage(language)
}
