import { addTexts } from './add-texts.ts'
import emailTest from './locales/en/email-test.json'
import orders from './locales/en/orders.json'
import pages from './locales/en/pages.json'
import parts from './locales/en/parts.json'
import people from './locales/en/people.json'
import problems from './locales/en/problems.json'

/** Texts of all other screens: a chunk that is loaded with the first of them. */
export const screensEnglish = {
  parts,
  pages,
  'email-test': emailTest,
  orders,
  people,
  problems,
}

addTexts('en', screensEnglish)
