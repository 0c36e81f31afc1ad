import { addTexts } from './add-texts.ts'
import catalogue from './locales/en/catalogue.json'

/** Texts of the shop's front, loaded with its screens. */
export const frontEnglish = { catalogue }

addTexts('en', frontEnglish)
