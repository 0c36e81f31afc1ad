import { addTexts } from './add-texts.ts'
import uploadsEnglish from './locales/en/uploads.json'
import uploadsHindi from './locales/hi/uploads.json'

/** Their keys, too, are the type of every text key. */
export const english = { uploads: uploadsEnglish }
export const hindi = { uploads: uploadsHindi } satisfies typeof english

/** Both languages in one chunk, which is loaded with the screen. */
addTexts('en', english)
addTexts('hi', hindi)
