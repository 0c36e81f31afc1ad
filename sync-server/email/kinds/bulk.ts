import * as v from 'valibot'
import { emailAddress, localisedText, plainDate } from '#model'
import { userLine } from '../templates/escape-user-text.ts'
import { defineMail, type MailFormatters } from './define-mail.ts'

const request = {
  flowerTypes: v.array(localisedText),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  unit: v.picklist(['stems', 'boxes', 'bunches', 'pieces']),
  deliveryOn: plainDate,
  /** A city id or English name. */
  city: userLine,
}
type BulkRequest = v.InferOutput<v.StrictObjectSchema<typeof request, undefined>>

const WORDS = {
  en: {
    flowers: 'Flowers',
    quantity: 'Quantity',
    units: { stems: 'stems', boxes: 'boxes', bunches: 'bunches', pieces: 'pieces' },
    on: 'Delivery date',
    city: 'City',
  },
  hi: {
    flowers: 'फूल',
    quantity: 'मात्रा',
    units: { stems: 'डंडियाँ', boxes: 'डिब्बे', bunches: 'गुच्छे', pieces: 'नग' },
    on: 'डिलीवरी की तारीख़',
    city: 'शहर',
  },
} as const

function tableOf(
  { flowerTypes, quantity, unit, deliveryOn, city }: BulkRequest,
  format: MailFormatters,
): [string, string][] {
  const words = WORDS[format.language]
  return [
    [words.flowers, flowerTypes.map((type) => type[format.language]).join(', ')],
    [words.quantity, `${quantity} ${words.units[unit]}`],
    [words.on, format.day(deliveryOn)],
    [words.city, format.city(city)],
  ]
}

/** Sent to the buyer. */
export const bulkOrderConfirmation = defineMail({
  parameters: v.strictObject({ ...request, buyerName: userLine, requestId: userLine }),
  words: {
    en: {
      subject: (id: string) => `Your bulk request ${id}`,
      hello: (name: string) => `Hello ${name},`,
      text: 'We have your bulk request and are showing it to wholesale suppliers in your city. You get an e-mail for each supplier who is interested.',
      request: 'Request',
    },
    hi: {
      subject: (id) => `आपका थोक अनुरोध ${id}`,
      hello: (name) => `नमस्ते ${name},`,
      text: 'आपका थोक अनुरोध हमें मिल गया है और आपके शहर के सप्लायरों को दिखाया जा रहा है। रुचि दिखाने वाले हर सप्लायर की सूचना आपको ई-मेल से मिलेगी।',
      request: 'अनुरोध',
    },
  },
  letter: (words, { buyerName, requestId, ...rest }, format) => ({
    subject: words.subject(requestId),
    parts: [
      { paragraph: words.hello(buyerName) },
      { paragraph: words.text },
      { table: [[words.request, requestId], ...tableOf(rest, format)] },
    ],
  }),
})

/** Sent to each approved supplier of the city. */
export const bulkNotification = defineMail({
  parameters: v.strictObject({ ...request, buyerName: userLine }),
  words: {
    en: {
      subject: (city: string) => `A new bulk request in ${city}`,
      text: 'A buyer in a city that you serve is looking for flowers. Say on your dashboard whether you are interested.',
      buyer: 'Buyer',
      button: 'Supplier Dashboard',
    },
    hi: {
      subject: (city) => `${city} में नया थोक अनुरोध`,
      text: 'आपकी सेवा वाले शहर में एक ख़रीदार को फूल चाहिए। डैशबोर्ड पर बताएँ कि क्या आपकी रुचि है।',
      buyer: 'ख़रीदार',
      button: 'सप्लायर डैशबोर्ड',
    },
  },
  letter: (words, { buyerName, ...rest }, format) => ({
    subject: words.subject(format.city(rest.city)),
    parts: [
      { paragraph: words.text },
      { table: [[words.buyer, buyerName], ...tableOf(rest, format)] },
      { button: { label: words.button, href: format.link('/wholesale/dashboard') } },
    ],
  }),
})

/** Sent to the buyer, once for each interested supplier. */
export const supplierInterest = defineMail({
  parameters: v.strictObject({
    buyerName: userLine,
    requestId: userLine,
    supplierName: userLine,
    supplierContact: userLine,
    supplierEmail: emailAddress,
  }),
  words: {
    en: {
      subject: (id: string) => `A supplier is interested in your bulk request ${id}`,
      hello: (name: string) => `Hello ${name},`,
      text: 'A wholesale supplier would like to deliver your flowers. You can reach them directly:',
      supplier: 'Supplier',
      phone: 'Phone',
      email: 'E-mail',
    },
    hi: {
      subject: (id) => `आपके थोक अनुरोध ${id} में एक सप्लायर की रुचि है`,
      hello: (name) => `नमस्ते ${name},`,
      text: 'एक सप्लायर आपके फूल पहुँचाना चाहते हैं। आप उनसे सीधे संपर्क कर सकते हैं:',
      supplier: 'सप्लायर',
      phone: 'फ़ोन',
      email: 'ई-मेल',
    },
  },
  letter: (words, { buyerName, requestId, supplierName, supplierContact, supplierEmail }) => ({
    subject: words.subject(requestId),
    replyTo: supplierEmail,
    parts: [
      { paragraph: words.hello(buyerName) },
      { paragraph: words.text },
      {
        table: [
          [words.supplier, supplierName],
          [words.phone, supplierContact],
          [words.email, supplierEmail],
        ],
      },
    ],
  }),
})
