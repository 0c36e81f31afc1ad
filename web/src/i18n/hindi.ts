import type { english } from './english.ts'
import account from './locales/hi/account.json'
import cart from './locales/hi/cart.json'
import catalogue from './locales/hi/catalogue.json'
import checkout from './locales/hi/checkout.json'
import common from './locales/hi/common.json'
import orders from './locales/hi/orders.json'
import pages from './locales/hi/pages.json'
import problems from './locales/hi/problems.json'
import shell from './locales/hi/shell.json'

/** A chunk of its own: loaded when chosen, in the service worker's cache before that. A missing text does not compile. */
export const hindi = {
  common,
  shell,
  pages,
  catalogue,
  cart,
  checkout,
  orders,
  account,
  problems,
} satisfies typeof english
