import { addTexts } from './add-texts.ts'
import chatEnglish from './locales/en/chat.json'
import chatHindi from './locales/hi/chat.json'

/** Its keys, too, are the type of every text key. */
export const english = { chat: chatEnglish }
export const hindi = { chat: chatHindi } satisfies typeof english

/** The texts of conversations: a chunk that only accounts load. */
addTexts('en', english)
addTexts('hi', hindi)
