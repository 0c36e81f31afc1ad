import * as v from 'valibot'
import type { Role } from '#model'
import { userLine } from '../templates/escape-user-text.ts'
import { defineMail } from './define-mail.ts'

export const USER_TYPES = ['customer', 'partner', 'supplier'] as const
type UserType = (typeof USER_TYPES)[number]

/** Everybody but partners and suppliers is welcomed as a customer. */
export const userTypeOf = (role: Role): UserType =>
  role === 'PARTNER' ? 'partner' : role === 'SUPPLIER' ? 'supplier' : 'customer'

/** A person is welcomed once as each type: as a customer, and perhaps later as a partner. */
export const welcomeMailId = (account: string, type: UserType) => `mail:welcome:${account}:${type}` as const

const START = { customer: '/browse', partner: '/driver/dashboard', supplier: '/wholesale/dashboard' } as const

export const welcome = defineMail({
  parameters: v.strictObject({ name: userLine, userType: v.picklist(USER_TYPES) }),
  words: {
    en: {
      subject: 'Welcome to Mogra',
      hello: (name: string) => `Hello ${name},`,
      text: {
        customer:
          'Your account is ready. Order fresh flowers for any of our 50 cities; what you order without a network is kept on your phone and sent as soon as there is one.',
        partner:
          'Your partner account is ready. Go on duty on your dashboard, and you are offered deliveries in your city.',
        supplier:
          'Your supplier account is ready. Bulk requests from the cities that you serve stand on your dashboard.',
      },
      button: { customer: 'Shop Flowers', partner: 'Partner Dashboard', supplier: 'Supplier Dashboard' },
    },
    hi: {
      subject: 'मोगरा में आपका स्वागत है',
      hello: (name) => `नमस्ते ${name},`,
      text: {
        customer:
          'आपका खाता तैयार है। हमारे 50 शहरों में कहीं भी ताज़े फूल भेजें; बिना नेटवर्क के दिया गया ऑर्डर आपके फ़ोन पर रहता है और नेटवर्क आते ही भेज दिया जाता है।',
        partner: 'आपका पार्टनर खाता तैयार है। डैशबोर्ड पर ड्यूटी शुरू करें, और आपके शहर की डिलीवरी आपको मिलने लगेंगी।',
        supplier: 'आपका सप्लायर खाता तैयार है। जिन शहरों में आप सेवा देते हैं, वहाँ के थोक अनुरोध आपके डैशबोर्ड पर हैं।',
      },
      button: { customer: 'फूल ख़रीदें', partner: 'पार्टनर डैशबोर्ड', supplier: 'सप्लायर डैशबोर्ड' },
    },
  },
  letter: (words, { name, userType }, { link }) => ({
    subject: words.subject,
    parts: [
      { paragraph: words.hello(name) },
      { paragraph: words.text[userType] },
      { button: { label: words.button[userType], href: link(START[userType]) } },
    ],
  }),
})
