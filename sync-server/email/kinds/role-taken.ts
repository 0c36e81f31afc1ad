import * as v from 'valibot'
import { userLine } from '../templates/escape-user-text.ts'
import { defineMail } from './define-mail.ts'

/** An admin has made a partner or supplier a customer again. */
export const roleTaken = defineMail({
  parameters: v.strictObject({ name: userLine, role: v.picklist(['PARTNER', 'SUPPLIER']), reason: userLine }),
  words: {
    en: {
      subject: { PARTNER: 'You are no longer a Mogra partner', SUPPLIER: 'You are no longer a Mogra supplier' },
      hello: (name: string) => `Hello ${name},`,
      text: 'Mogra has taken this role from your account. You can still order flowers; please log in again.',
      reason: (reason: string) => `The reason: ${reason}`,
      ask: 'If you think that this is a mistake, please answer this mail.',
    },
    hi: {
      subject: { PARTNER: 'अब आप मोगरा के पार्टनर नहीं हैं', SUPPLIER: 'अब आप मोगरा के सप्लायर नहीं हैं' },
      hello: (name) => `नमस्ते ${name},`,
      text: 'मोगरा ने आपके खाते से यह भूमिका हटा दी है। आप अब भी फूल ऑर्डर कर सकते हैं; कृपया फिर से लॉग इन करें।',
      reason: (reason) => `कारण: ${reason}`,
      ask: 'अगर आपको लगता है कि यह ग़लती है, तो इस मेल का जवाब दें।',
    },
  },
  letter: (words, { name, role, reason }, { supportEmail }) => ({
    subject: words.subject[role],
    replyTo: supportEmail,
    parts: [
      { paragraph: words.hello(name) },
      { paragraph: words.text },
      { paragraph: words.reason(reason) },
      { paragraph: words.ask },
    ],
  }),
})
