import * as v from 'valibot'
import { emailAddress, ticketNumber } from '#model'
import { userLine, userLines } from '../templates/escape-user-text.ts'
import { defineMail } from './define-mail.ts'

export const SUPPORT_CATEGORIES = ['general', 'order', 'delivery', 'payment', 'partner', 'technical'] as const

/** Sent to our support address; a reply to it goes to the customer. */
export const support = defineMail({
  parameters: v.strictObject({
    customerName: userLine,
    /** A visitor may have no e-mail address. */
    customerEmail: v.optional(emailAddress),
    customerPhone: v.optional(userLine),
    category: v.picklist(SUPPORT_CATEGORIES),
    subject: userLine,
    message: userLines,
    ticketId: ticketNumber,
  }),
  words: {
    en: {
      from: 'From',
      email: 'E-mail',
      phone: 'Phone',
      category: 'Category',
      categories: {
        general: 'General',
        order: 'Order',
        delivery: 'Delivery',
        payment: 'Payment',
        partner: 'Partner',
        technical: 'Technical',
      },
      message: 'Message',
    },
    hi: {
      from: 'भेजने वाले',
      email: 'ई-मेल',
      phone: 'फ़ोन',
      category: 'विषय-वर्ग',
      categories: {
        general: 'सामान्य',
        order: 'ऑर्डर',
        delivery: 'डिलीवरी',
        payment: 'भुगतान',
        partner: 'पार्टनर',
        technical: 'तकनीकी',
      },
      message: 'संदेश',
    },
  },
  letter: (words, { customerName, customerEmail, customerPhone, category, subject, message, ticketId }) => ({
    subject: `[${ticketId}] ${subject}`,
    ...(customerEmail === undefined ? {} : { replyTo: customerEmail }),
    parts: [
      {
        table: [
          [words.from, customerName],
          ...(customerEmail === undefined ? [] : [[words.email, customerEmail] as const]),
          ...(customerPhone === undefined ? [] : [[words.phone, customerPhone] as const]),
          [words.category, words.categories[category]],
        ],
      },
      { lines: { label: words.message, lines: message } },
    ],
  }),
})
