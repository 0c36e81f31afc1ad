import * as v from 'valibot'
import { emailAddress } from '#model'
import { userLine } from '../templates/escape-user-text.ts'
import { defineSecretMail, type Words } from './define-mail.ts'

interface CodeWords {
  subject: string
  /** Called without a name until the address is verified. */
  hello(name: string | undefined): string
  use: string
  valid: string
  notYou: string
}

const codeKind = (words: Words<CodeWords>) =>
  defineSecretMail({
    /** `ref` stands for the code, which is derived when the mail is sent. */
    parameters: v.strictObject({ name: v.optional(userLine), ref: v.string() }),
    words,
    reveal: ({ ref }, secrets) => secrets.code(ref),
    letter: ({ subject, hello, use, valid, notYou }, { name }, _desk, code) => ({
      subject,
      parts: [{ paragraph: hello(name) }, { paragraph: use }, { code }, { paragraph: valid }, { note: notYou }],
    }),
  })

export const loginCode = codeKind({
  en: {
    subject: 'Your Mogra sign-in code',
    hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
    use: 'Type this code to sign in:',
    valid: 'It is valid for 10 minutes and can be used once.',
    notYou: 'Did you not ask for it? Then there is nothing to do. Never give this code to anybody.',
  },
  hi: {
    subject: 'आपका मोगरा लॉग इन कोड',
    hello: (name) => (name ? `नमस्ते ${name},` : 'नमस्ते,'),
    use: 'लॉग इन करने के लिए यह कोड लिखें:',
    valid: 'यह 10 मिनट तक मान्य है और एक ही बार काम करेगा।',
    notYou: 'अगर आपने यह कोड नहीं माँगा, तो कुछ करने की ज़रूरत नहीं। यह कोड किसी को न बताएँ।',
  },
})

export const deletionCode = codeKind({
  en: {
    subject: 'Your code to delete your Mogra account',
    hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
    use: 'Type this code to delete your account and everything in it:',
    valid: 'It is valid for 10 minutes. A deleted account cannot be brought back.',
    notYou:
      'Did you not ask for it? Then somebody else is signed in to your account: choose “Log out everywhere” in your profile.',
  },
  hi: {
    subject: 'आपका मोगरा खाता मिटाने का कोड',
    hello: (name) => (name ? `नमस्ते ${name},` : 'नमस्ते,'),
    use: 'अपना खाता और उसकी सारी जानकारी मिटाने के लिए यह कोड लिखें:',
    valid: 'यह 10 मिनट तक मान्य है। मिटाया गया खाता वापस नहीं लाया जा सकता।',
    notYou: 'अगर आपने यह कोड नहीं माँगा, तो कोई और आपके खाते में लॉग इन है: प्रोफ़ाइल में “हर जगह लॉग आउट” चुनें।',
  },
})

/**
 * Sent after registering: a code to type, and a link that does the same for longer. It contains nothing that the
 * registrant typed but the address, because they may be a stranger to it.
 */
export const verification = defineSecretMail({
  /** `codeRef` and `tokenRef` stand for the code and for the link's token; `email` is shown on the link's screen. */
  parameters: v.strictObject({
    email: emailAddress,
    codeRef: v.optional(v.string()),
    tokenRef: v.string(),
  }),
  words: {
    en: {
      subject: 'Verify your e-mail address for Mogra',
      hello: 'Hello,',
      use: 'Type this code where you registered:',
      valid: 'The code is valid for 10 minutes.',
      link: 'Or open this link. It is valid for 24 hours and can be used once.',
      button: 'Verify my e-mail address',
      notYou: 'Did you not register with us? Then there is nothing to do: in a week we forget this address.',
    },
    hi: {
      subject: 'मोगरा के लिए अपना ई-मेल पता सत्यापित करें',
      hello: 'नमस्ते,',
      use: 'जहाँ आपने रजिस्टर किया, वहाँ यह कोड लिखें:',
      valid: 'यह कोड 10 मिनट तक मान्य है।',
      link: 'या यह लिंक खोलें। यह 24 घंटे तक मान्य है और एक ही बार काम करेगा।',
      button: 'मेरा ई-मेल पता सत्यापित करें',
      notYou: 'अगर आपने हमारे यहाँ रजिस्टर नहीं किया, तो कुछ करने की ज़रूरत नहीं; एक हफ़्ते में यह पता हमारे यहाँ से हटा दिया जाएगा।',
    },
  },
  async reveal({ codeRef, tokenRef }, secrets) {
    const [code, token] = await Promise.all([codeRef && secrets.code(codeRef), secrets.token(tokenRef)])
    return token === undefined ? undefined : { code, token }
  },
  letter: (words, { email }, { link }, { code, token }) => ({
    subject: words.subject,
    parts: [
      { paragraph: words.hello },
      ...(code ? [{ paragraph: words.use }, { code }, { note: words.valid }] : []),
      { paragraph: words.link },
      { button: { label: words.button, href: link(`/verify-email?${new URLSearchParams({ token, email })}`) } },
      { note: words.notYou },
    ],
  }),
})
