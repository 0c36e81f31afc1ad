import type { english } from './english.ts'
import type { frontEnglish } from './front-english.ts'
import catalogue from './locales/hi/catalogue.json'
import common from './locales/hi/common.json'
import emailTest from './locales/hi/email-test.json'
import orders from './locales/hi/orders.json'
import pages from './locales/hi/pages.json'
import parts from './locales/hi/parts.json'
import people from './locales/hi/people.json'
import problems from './locales/hi/problems.json'
import shell from './locales/hi/shell.json'
import type { screensEnglish } from './screens-english.ts'

/**
 * A chunk of its own: loaded when the person chooses Hindi, and already in the service worker's cache. A missing text
 * does not compile.
 */
export const hindi = {
  common,
  shell,
  parts,
  pages,
  catalogue,
  'email-test': emailTest,
  orders,
  people,
  problems,
} satisfies typeof english & typeof frontEnglish & typeof screensEnglish
