import { addTexts } from './add-texts.ts'
import applicationsEnglish from './locales/en/applications.json'
import applicationsHindi from './locales/hi/applications.json'

/** Its keys, too, are the type of every text key. */
export const english = { applications: applicationsEnglish }
export const hindi = { applications: applicationsHindi } satisfies typeof english

/** The texts of the registration of partners and suppliers: a chunk that is loaded with their screens. */
addTexts('en', english)
addTexts('hi', hindi)
