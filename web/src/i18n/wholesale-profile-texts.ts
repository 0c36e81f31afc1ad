import { addTexts } from './add-texts.ts'
import wholesaleProfileEnglish from './locales/en/wholesale-profile.json'
import wholesaleProfileHindi from './locales/hi/wholesale-profile.json'

/** Its keys, too, are the type of every text key. */
export const english = { 'wholesale-profile': wholesaleProfileEnglish }
export const hindi = { 'wholesale-profile': wholesaleProfileHindi } satisfies typeof english

/** The texts of a wholesale supplier's own profile: a chunk that only suppliers load. */
addTexts('en', english)
addTexts('hi', hindi)
