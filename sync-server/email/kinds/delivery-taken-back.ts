import * as v from 'valibot'
import { userLine } from '../templates/escape-user-text.ts'
import { defineMail } from './define-mail.ts'

/** A delivery was taken back from a partner, because the flowers were not picked up in time. */
export const deliveryTakenBack = defineMail({
  parameters: v.strictObject({ name: userLine, number: userLine, area: userLine }),
  words: {
    en: {
      subject: (number: string) => `Delivery ${number} was taken back`,
      hello: (name: string) => `Hello ${name},`,
      text: (number: string, area: string) =>
        `Delivery ${number}${area === '' ? '' : ` from ${area}`} was not picked up in time, so other partners can take it now.`,
      had: 'If you have the flowers already, say so in the app: then the delivery is yours again, unless another partner has picked it up.',
      open: 'Open my dashboard',
    },
    hi: {
      subject: (number) => `डिलीवरी ${number} वापस ले ली गई`,
      hello: (name) => `नमस्ते ${name},`,
      text: (number, area) =>
        `${area === '' ? '' : `${area} से `}डिलीवरी ${number} समय पर नहीं उठाई गई, इसलिए अब दूसरे पार्टनर इसे ले सकते हैं।`,
      had: 'अगर फूल आपके पास हैं, तो ऐप में बता दें: तब यह डिलीवरी फिर आपकी हो जाएगी, अगर किसी और पार्टनर ने फूल नहीं लिए हैं।',
      open: 'मेरा डैशबोर्ड खोलें',
    },
  },
  letter: (words, { name, number, area }, format) => ({
    subject: words.subject(number),
    parts: [
      { paragraph: words.hello(name) },
      { paragraph: words.text(number, area) },
      { paragraph: words.had },
      { button: { label: words.open, href: format.link('/driver/dashboard') } },
    ],
  }),
})
