import type { Language } from '../../accounts/accounts.ts'
import { layout, type Rendered } from './layout.ts'
import { html } from './markup.ts'

const WORDS = {
  en: {
    subject: 'Your Mogra sign-in code',
    hello: (name: string) => `Hello ${name},`,
    use: 'Type this code to sign in:',
    valid: 'It is valid for 10 minutes and can be used once.',
    notYou: 'Did you not ask for it? Then there is nothing to do. Never give this code to anybody.',
  },
  hi: {
    subject: 'आपका मोगरा लॉग इन कोड',
    hello: (name: string) => `नमस्ते ${name},`,
    use: 'लॉग इन करने के लिए यह कोड लिखें:',
    valid: 'यह 10 मिनट तक मान्य है और एक ही बार काम करेगा।',
    notYou: 'अगर आपने यह कोड नहीं माँगा, तो कुछ करने की ज़रूरत नहीं। यह कोड किसी को न बताएँ।',
  },
} as const

export function loginCodeMail(language: Language, data: { name: string; code: string; year: number }): Rendered {
  const words = WORDS[language]
  return layout({
    language,
    subject: words.subject,
    heading: words.subject,
    year: data.year,
    text: [words.hello(data.name), '', words.use, '', `    ${data.code}`, '', words.valid, words.notYou],
    body: html`<p>${words.hello(data.name)}</p>
<p>${words.use}</p>
<p style="margin:16px 0;padding:12px 16px;background:#e1ebdb;border-radius:6px;font-size:28px;font-weight:bold;letter-spacing:6px">${data.code}</p>
<p>${words.valid}</p>
<p style="color:#48574d">${words.notYou}</p>`,
  })
}
