import { addTexts } from './add-texts.ts'
import cart from './locales/en/cart.json'
import checkout from './locales/en/checkout.json'
import emailTest from './locales/en/email-test.json'
import favourites from './locales/en/favourites.json'
import orders from './locales/en/orders.json'
import pages from './locales/en/pages.json'
import parts from './locales/en/parts.json'
import people from './locales/en/people.json'
import problems from './locales/en/problems.json'
import social from './locales/en/social.json'

/** Texts of all other screens: a chunk that is loaded with the first of them. */
export const screensEnglish = {
  parts,
  pages,
  cart,
  checkout,
  'email-test': emailTest,
  orders,
  favourites,
  people,
  problems,
  social,
}

addTexts('en', screensEnglish)
