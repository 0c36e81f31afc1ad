import * as v from 'valibot'
import { defineMail } from './define-mail.ts'

/** Sent from the e-mail test page. */
export const testMail = defineMail({
  parameters: v.strictObject({}),
  words: {
    en: {
      subject: 'A test e-mail from Mogra',
      text: 'This e-mail was asked for on the e-mail test page. That you read it shows that our mails reach you.',
      button: 'E-mail test page',
    },
    hi: {
      subject: 'मोगरा की ओर से जाँच ई-मेल',
      text: 'यह ई-मेल ई-मेल जाँच पेज से माँगा गया था। अगर आप इसे पढ़ रहे हैं, तो हमारे मेल आप तक पहुँचते हैं।',
      button: 'ई-मेल जाँच पेज',
    },
  },
  letter: (words, _data, { link }) => ({
    subject: words.subject,
    parts: [{ paragraph: words.text }, { button: { label: words.button, href: link('/email-test') } }],
  }),
})
