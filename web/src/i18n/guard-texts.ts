import { addTexts } from './add-texts.ts'
import guardEnglish from './locales/en/guard.json'
import guardHindi from './locales/hi/guard.json'

/** Its keys, too, are the type of every text key. */
export const english = { guard: guardEnglish }
export const hindi = { guard: guardHindi } satisfies typeof english

/** The guards tell a person that a screen is not theirs. These texts are in a chunk that is loaded with the guards. */
addTexts('en', english)
addTexts('hi', hindi)
