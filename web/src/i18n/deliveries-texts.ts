import { addTexts } from './add-texts.ts'
import deliveriesEnglish from './locales/en/deliveries.json'
import deliveriesHindi from './locales/hi/deliveries.json'

/** Its keys, too, are the type of every text key. */
export const english = { deliveries: deliveriesEnglish }
export const hindi = { deliveries: deliveriesHindi } satisfies typeof english

/** The texts of the partner's dashboard: a chunk that only partners load. */
addTexts('en', english)
addTexts('hi', hindi)
