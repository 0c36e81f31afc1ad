import { addTexts } from './add-texts.ts'
import bulkOrderEnglish from './locales/en/bulk-order.json'
import bulkOrderHindi from './locales/hi/bulk-order.json'

/** Its keys, too, are the type of every text key. */
export const english = { 'bulk-order': bulkOrderEnglish }
export const hindi = { 'bulk-order': bulkOrderHindi } satisfies typeof english

/** The buyer's texts: a chunk that is loaded with the form. */
addTexts('en', english)
addTexts('hi', hindi)
