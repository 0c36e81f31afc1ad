import * as v from 'valibot'
import { userLine } from '../templates/escape-user-text.ts'
import { defineMail } from './define-mail.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Tells an admin how many applications of the last minutes wait for a decision; nothing of what they say. */
export const newApplications = defineMail({
  parameters: v.strictObject({ name: userLine, partners: count, suppliers: count }),
  words: {
    en: {
      subject: 'New applications wait for your review',
      hello: (name: string) => `Hello ${name},`,
      text: 'These applications came in during the last minutes and wait for a decision:',
      partners: 'Delivery partners',
      suppliers: 'Wholesale suppliers',
      button: 'Review applications',
      why: 'You get this mail because e-mail notifications are switched on in the settings of the admin panel.',
    },
    hi: {
      subject: 'नए आवेदन आपकी जाँच का इंतज़ार कर रहे हैं',
      hello: (name) => `नमस्ते ${name},`,
      text: 'पिछले कुछ मिनटों में ये आवेदन आए हैं। इन पर फ़ैसला बाक़ी है:',
      partners: 'डिलीवरी पार्टनर',
      suppliers: 'सप्लायर',
      button: 'आवेदन देखें',
      why: 'यह मेल इसलिए आया है क्योंकि एडमिन पैनल की सेटिंग में ई-मेल सूचनाएँ चालू हैं।',
    },
  },
  letter: (words, { name, partners, suppliers }, { link }) => ({
    subject: words.subject,
    parts: [
      { paragraph: words.hello(name) },
      { paragraph: words.text },
      {
        table: [
          [words.partners, String(partners)],
          [words.suppliers, String(suppliers)],
        ],
      },
      { button: { label: words.button, href: link('/admin') } },
      { note: words.why },
    ],
  }),
})
