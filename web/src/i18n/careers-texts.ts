import { addTexts } from './add-texts.ts'
import careersEnglish from './locales/en/careers.json'
import careersHindi from './locales/hi/careers.json'

/** Their keys, too, are the type of every text key. The titles of the jobs are in `support`, whose form names them. */
export const english = { careers: careersEnglish }
export const hindi = { careers: careersHindi } satisfies typeof english

addTexts('en', english)
addTexts('hi', hindi)
