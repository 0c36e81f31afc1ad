import { addTexts } from './add-texts.ts'
import wholesaleEnglish from './locales/en/wholesale.json'
import wholesaleHindi from './locales/hi/wholesale.json'

/** Its keys, too, are the type of every text key. */
export const english = { wholesale: wholesaleEnglish }
export const hindi = { wholesale: wholesaleHindi } satisfies typeof english

/** The texts of the supplier's dashboard: a chunk that only suppliers load. */
addTexts('en', english)
addTexts('hi', hindi)
