import { addTexts } from './add-texts.ts'
import supportEnglish from './locales/en/support.json'
import supportHindi from './locales/hi/support.json'

/** Their keys, too, are the type of every text key. */
export const english = { support: supportEnglish }
export const hindi = { support: supportHindi } satisfies typeof english

/** Both languages in one chunk, which is loaded with the screen: the questions are searched in both. */
addTexts('en', english)
addTexts('hi', hindi)
