import { addTexts } from './add-texts.ts'
import driverProfileEnglish from './locales/en/driver-profile.json'
import driverProfileHindi from './locales/hi/driver-profile.json'

/** Its keys, too, are the type of every text key. */
export const english = { 'driver-profile': driverProfileEnglish }
export const hindi = { 'driver-profile': driverProfileHindi } satisfies typeof english

/** The texts of a delivery partner's own profile: a chunk that only partners load. */
addTexts('en', english)
addTexts('hi', hindi)
