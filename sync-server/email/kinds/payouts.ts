import * as v from 'valibot'
import { rupees } from '#model'
import { userLine } from '../templates/escape-user-text.ts'
import { defineMail } from './define-mail.ts'

/** The bank has paid a delivery partner. */
export const payoutPaid = defineMail({
  parameters: v.strictObject({
    name: userLine,
    rupees,
    reference: userLine,
    /** The last four digits of the account. */
    bankAccountEnds: v.optional(userLine),
  }),
  words: {
    en: {
      subject: (amount: string) => `${amount} is on its way to your bank`,
      hello: (name: string) => `Hello ${name},`,
      text: (amount: string) => `Mogra has paid you ${amount} for your deliveries.`,
      account: (ends: string) => `It goes to your account ending in ${ends}.`,
      reference: (reference: string) => `The bank’s reference: ${reference}`,
      open: 'See your earnings',
    },
    hi: {
      subject: (amount) => `${amount} आपके बैंक में आ रहे हैं`,
      hello: (name) => `नमस्ते ${name},`,
      text: (amount) => `मोगरा ने आपकी डिलीवरी के लिए ${amount} का भुगतान कर दिया है।`,
      account: (ends) => `पैसे आपके उस खाते में जाएँगे जिसके आख़िरी अंक ${ends} हैं।`,
      reference: (reference) => `बैंक का रेफ़रेंस: ${reference}`,
      open: 'अपनी कमाई देखें',
    },
  },
  letter: (words, { name, rupees, reference, bankAccountEnds }, format) => ({
    subject: words.subject(format.rupees(rupees)),
    parts: [
      { paragraph: words.hello(name) },
      { paragraph: words.text(format.rupees(rupees)) },
      ...(bankAccountEnds === undefined ? [] : [{ paragraph: words.account(bankAccountEnds) }]),
      { paragraph: words.reference(reference) },
      { button: { label: words.open, href: format.link('/driver/dashboard') } },
    ],
  }),
})

/** The bank could not pay a delivery partner. */
export const payoutFailed = defineMail({
  parameters: v.strictObject({ name: userLine, rupees, reason: userLine }),
  words: {
    en: {
      subject: (amount: string) => `Your payout of ${amount} did not go through`,
      hello: (name: string) => `Hello ${name},`,
      text: (amount: string) =>
        `The bank could not pay ${amount} to your account. Nothing is lost: the money is available again and will be in your next payout.`,
      reason: (reason: string) => `The reason: ${reason}`,
      ask: 'Please check your bank account in your profile.',
      open: 'Check my bank account',
    },
    hi: {
      subject: (amount) => `${amount} का आपका भुगतान नहीं हो पाया`,
      hello: (name) => `नमस्ते ${name},`,
      text: (amount) =>
        `बैंक आपके खाते में ${amount} नहीं भेज पाया। आपका पैसा सुरक्षित है: यह रक़म फिर से उपलब्ध है और आपके अगले भुगतान में जुड़ जाएगी।`,
      reason: (reason) => `कारण: ${reason}`,
      ask: 'कृपया प्रोफ़ाइल में अपना बैंक खाता जाँच लें।',
      open: 'अपना बैंक खाता जाँचें',
    },
  },
  letter: (words, { name, rupees, reason }, format) => ({
    subject: words.subject(format.rupees(rupees)),
    parts: [
      { paragraph: words.hello(name) },
      { paragraph: words.text(format.rupees(rupees)) },
      { paragraph: words.reason(reason) },
      { paragraph: words.ask },
      { button: { label: words.open, href: format.link('/driver/profile') } },
    ],
  }),
})
