import account from './locales/en/account.json'
import cart from './locales/en/cart.json'
import catalogue from './locales/en/catalogue.json'
import checkout from './locales/en/checkout.json'
import common from './locales/en/common.json'
import orders from './locales/en/orders.json'
import pages from './locales/en/pages.json'
import problems from './locales/en/problems.json'
import shell from './locales/en/shell.json'

/** In the entry bundle: the default and the fallback. Its keys are the type of every key. */
export const english = { common, shell, pages, catalogue, cart, checkout, orders, account, problems }
