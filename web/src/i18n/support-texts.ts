import { addTexts } from './add-texts.ts'
import careersEnglish from './locales/en/careers.json'
import supportEnglish from './locales/en/support.json'
import careersHindi from './locales/hi/careers.json'
import supportHindi from './locales/hi/support.json'

/** Their keys, too, are the type of every text key. */
export const english = { support: supportEnglish, careers: careersEnglish }
export const hindi = { support: supportHindi, careers: careersHindi } satisfies typeof english

/** Both languages in one chunk, which is loaded with their screens: the questions are searched in both. */
addTexts('en', english)
addTexts('hi', hindi)
