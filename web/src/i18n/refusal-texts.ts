import { addTexts } from './add-texts.ts'
import refusalsEnglish from './locales/en/refusals.json'
import refusalsHindi from './locales/hi/refusals.json'

/** Its keys, too, are the type of every text key. */
export const english = { refusals: refusalsEnglish }
export const hindi = { refusals: refusalsHindi } satisfies typeof english

/** Why an intent about a delivery or a bulk request was refused: a chunk that is loaded with the screens that show refusals. */
addTexts('en', english)
addTexts('hi', hindi)
