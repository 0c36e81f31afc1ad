import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { addTexts, texts } from './add-texts.ts'
import { english } from './english.ts'
import { formatNumber } from './format.ts'
import { LANGUAGE_KEY, type Language, savedLanguage, saveLanguage } from './language.ts'

const loadHindi = async () => addTexts('hi', (await import('./hindi.ts')).hindi)

const show = (language: Language) => {
  document.documentElement.lang = language
}

/** Resolves when the texts of the saved language are loaded, so that nothing is painted in the wrong one. */
export async function startLanguage(): Promise<void> {
  const language = savedLanguage()
  show(language)
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    ns: Object.keys(english),
    defaultNS: 'common',
    // These are the defaults; but if they are not given, i18next checks for each key whether it is a sentence.
    keySeparator: '.',
    nsSeparator: ':',
    resources: texts,
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  // The built-in formatter creates one of the browser's formatters for each number.
  i18next.services.formatter?.add('number', (value) => formatNumber(value))
  // If the chunk cannot be loaded (first visit without a network), an English page is better than a blank one.
  if (language === 'hi') await loadHindi().catch(() => i18next.changeLanguage('en').then(() => show('en')))
  // The other tabs of a browser follow, because one saved choice holds for all of them.
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === LANGUAGE_KEY) speak(savedLanguage()).catch(() => undefined)
  })
}

/** Loads the language, shows it and remembers it; rejects and changes nothing if its chunk cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language)
  saveLanguage(language)
}

async function speak(language: Language): Promise<void> {
  if (language === 'hi' && !i18next.hasResourceBundle('hi', 'common')) await loadHindi()
  await i18next.changeLanguage(language)
  show(language)
}
