import { addTexts } from './add-texts.ts'
import bulkEnglish from './locales/en/bulk.json'
import bulkHindi from './locales/hi/bulk.json'

/** Its keys, too, are the type of every text key. */
export const english = { bulk: bulkEnglish }
export const hindi = { bulk: bulkHindi } satisfies typeof english

/** What buyers and suppliers read about bulk requests alike. */
addTexts('en', english)
addTexts('hi', hindi)
