import { addTexts } from './add-texts.ts'
import catalogue from './locales/en/catalogue.json'

/** Of the shop's front: they come with its screens. */
export const frontEnglish = { catalogue }

addTexts('en', frontEnglish)
