import { addTexts } from './add-texts.ts'
import aboutEnglish from './locales/en/about.json'
import legalEnglish from './locales/en/legal.json'
import aboutHindi from './locales/hi/about.json'
import legalHindi from './locales/hi/legal.json'

/** Their keys, too, are the type of every text key. */
export const english = { about: aboutEnglish, legal: legalEnglish }
export const hindi = { about: aboutHindi, legal: legalHindi } satisfies typeof english

/** Long texts that few people read: a chunk that is loaded with their screens. */
addTexts('en', english)
addTexts('hi', hindi)
