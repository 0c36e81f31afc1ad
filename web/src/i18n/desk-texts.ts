import { addTexts } from './add-texts.ts'
import deskEnglish from './locales/en/desk.json'
import deskHindi from './locales/hi/desk.json'

/** Its keys, too, are the type of every text key. */
export const english = { desk: deskEnglish }
export const hindi = { desk: deskHindi } satisfies typeof english

/** The texts of the admin's desk: a chunk that only admins load. */
addTexts('en', english)
addTexts('hi', hindi)
