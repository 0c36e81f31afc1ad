import * as v from 'valibot'
import { emailAddress, localisedText, plainDate, QUANTITY_UNITS } from '#model'
import { userLine, userLines } from '../templates/escape-user-text.ts'
import { defineMail, type MailFormatters } from './define-mail.ts'

const request = {
  flowerTypes: v.array(localisedText),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  unit: v.picklist(QUANTITY_UNITS),
  deliveryOn: plainDate,
  /** A city id or English name. */
  city: userLine,
}
type BulkRequest = v.InferOutput<v.StrictObjectSchema<typeof request, undefined>>

const WORDS = {
  en: {
    flowers: 'Flowers',
    quantity: 'Quantity',
    units: {
      stems: { one: 'stem', other: 'stems' },
      boxes: { one: 'box', other: 'boxes' },
      bunches: { one: 'bunch', other: 'bunches' },
      pieces: { one: 'piece', other: 'pieces' },
    },
    on: 'Delivery date',
    city: 'City',
  },
  hi: {
    flowers: 'फूल',
    quantity: 'मात्रा',
    units: {
      stems: { one: 'डंडी', other: 'डंडियाँ' },
      boxes: { one: 'डिब्बा', other: 'डिब्बे' },
      bunches: { one: 'गुच्छा', other: 'गुच्छे' },
      pieces: { one: 'नग', other: 'नग' },
    },
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
    [words.quantity, `${format.number(quantity)} ${words.units[unit][quantity === 1 ? 'one' : 'other']}`],
    [words.on, format.day(deliveryOn)],
    [words.city, format.city(city)],
  ]
}

/** Sent to the buyer. */
export const bulkOrderConfirmation = defineMail({
  parameters: v.strictObject({
    ...request,
    buyerName: userLine,
    requestId: userLine,
    /** How the buyer hears of suppliers: by mail, in the app, or Mogra's team answers because there is none. */
    answers: v.picklist(['mails', 'app', 'team']),
  }),
  words: {
    en: {
      subject: (id: string) => `Your bulk request ${id}`,
      hello: (name: string) => `Hello ${name},`,
      text: {
        mails:
          'We have your bulk request and are showing it to wholesale suppliers in your city. You get an e-mail for each supplier who is interested.',
        app: 'We have your bulk request and are showing it to wholesale suppliers in your city. Open Mogra on the device on which you sent it, and you see who is interested.',
        team: 'We have your bulk request. No wholesale supplier serves your city yet, so Mogra’s team will get in touch with you.',
      },
      request: 'Request',
      button: 'Your bulk requests',
    },
    hi: {
      subject: (id) => `आपका थोक अनुरोध ${id}`,
      hello: (name) => `नमस्ते ${name},`,
      text: {
        mails:
          'आपका थोक अनुरोध हमें मिल गया है और आपके शहर के सप्लायरों को दिखाया जा रहा है। रुचि दिखाने वाले हर सप्लायर की सूचना आपको ई-मेल से मिलेगी।',
        app: 'आपका थोक अनुरोध हमें मिल गया है और आपके शहर के सप्लायरों को दिखाया जा रहा है। किसने रुचि दिखाई है, यह देखने के लिए मोगरा को उसी डिवाइस पर खोलें जिससे आपने अनुरोध भेजा था।',
        team: 'आपका थोक अनुरोध हमें मिल गया है। आपके शहर में अभी कोई सप्लायर नहीं है, इसलिए मोगरा की टीम आपसे संपर्क करेगी।',
      },
      request: 'अनुरोध',
      button: 'आपके थोक अनुरोध',
    },
  },
  letter: (words, { buyerName, requestId, answers, ...rest }, format) => ({
    subject: words.subject(requestId),
    parts: [
      { paragraph: words.hello(buyerName) },
      { paragraph: words.text[answers] },
      { table: [[words.request, requestId], ...tableOf(rest, format)] },
      { button: { label: words.button, href: format.link('/bulk-order') } },
    ],
  }),
})

/** Sent to each supplier about the requests of the last ten minutes in the supplier's cities. */
export const bulkNotification = defineMail({
  parameters: v.strictObject({
    requests: v.pipe(v.array(v.strictObject({ ...request, buyerName: userLine })), v.minLength(1)),
    /** How many requests are not listed. */
    more: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  words: {
    en: {
      one: (city: string) => `A new bulk request in ${city}`,
      several: (count: string) => `${count} new bulk requests`,
      text: 'Buyers in a city that you serve are looking for flowers. Say on your dashboard whether you are interested.',
      buyer: 'Buyer',
      more: (count: string) => `And ${count} more on your dashboard.`,
      button: 'Supplier Dashboard',
      why: 'You get this mail because e-mails about new requests are switched on in your profile.',
    },
    hi: {
      one: (city) => `${city} में नया थोक अनुरोध`,
      several: (count) => `${count} नए थोक अनुरोध`,
      text: 'जिन शहरों में आप सप्लाई करते हैं, वहाँ ख़रीदारों को फूल चाहिए। डैशबोर्ड पर बताएँ कि क्या आपकी रुचि है।',
      buyer: 'ख़रीदार',
      more: (count) => `डैशबोर्ड पर ${count} और अनुरोध हैं।`,
      button: 'सप्लायर डैशबोर्ड',
      why: 'यह मेल इसलिए आया है क्योंकि आपकी प्रोफ़ाइल में नए अनुरोधों के ई-मेल चालू हैं।',
    },
  },
  letter(words, { requests, more }, format) {
    const [first] = requests
    const count = requests.length + more
    return {
      subject: count === 1 && first ? words.one(format.city(first.city)) : words.several(format.number(count)),
      parts: [
        { paragraph: words.text },
        ...requests.map(({ buyerName, ...rest }) => ({
          table: [[words.buyer, buyerName] as const, ...tableOf(rest, format)],
        })),
        ...(more > 0 ? [{ paragraph: words.more(format.number(more)) }] : []),
        { button: { label: words.button, href: format.link('/wholesale/dashboard') } },
        { note: words.why },
      ],
    }
  },
})

/** Sent to the buyer, once for each interested supplier. */
export const supplierInterest = defineMail({
  parameters: v.strictObject({
    buyerName: userLine,
    requestId: userLine,
    supplierName: userLine,
    /** Their phone number. */
    supplierContact: v.optional(userLine),
    supplierEmail: emailAddress,
    /** The text that the supplier sends along. */
    message: v.optional(userLines),
  }),
  words: {
    en: {
      subject: (id: string) => `A supplier is interested in your bulk request ${id}`,
      hello: (name: string) => `Hello ${name},`,
      text: 'A wholesale supplier would like to deliver your flowers. You can reach them directly:',
      supplier: 'Supplier',
      phone: 'Phone',
      email: 'E-mail',
      message: 'The supplier writes',
      button: 'Your bulk requests',
    },
    hi: {
      subject: (id) => `आपके थोक अनुरोध ${id} में एक सप्लायर की रुचि है`,
      hello: (name) => `नमस्ते ${name},`,
      text: 'एक सप्लायर आपके फूल पहुँचाना चाहते हैं। आप उनसे सीधे संपर्क कर सकते हैं:',
      supplier: 'सप्लायर',
      phone: 'फ़ोन',
      email: 'ई-मेल',
      message: 'सप्लायर का संदेश',
      button: 'आपके थोक अनुरोध',
    },
  },
  letter: (words, { buyerName, requestId, supplierName, supplierContact, supplierEmail, message = [] }, { link }) => ({
    subject: words.subject(requestId),
    replyTo: supplierEmail,
    parts: [
      { paragraph: words.hello(buyerName) },
      { paragraph: words.text },
      {
        table: [
          [words.supplier, supplierName],
          ...(supplierContact === undefined ? [] : [[words.phone, supplierContact] as const]),
          [words.email, supplierEmail],
        ],
      },
      ...(message.length === 0 ? [] : [{ lines: { label: words.message, lines: message } }]),
      { button: { label: words.button, href: link('/bulk-order') } },
    ],
  }),
})
