import { company } from '#model'
import type { Language } from '../../accounts/accounts.ts'
import { html, type Markup } from './markup.ts'

export interface Rendered {
  subject: string
  text: string
  html: string
}

const WORDS = {
  en: { help: 'Need help?', tagline: 'Delivering happiness, one bouquet at a time' },
  hi: { help: 'मदद चाहिए?', tagline: 'हर गुलदस्ते के साथ थोड़ी-सी ख़ुशी' },
} as const

interface Parts {
  language: Language
  subject: string
  heading: string
  text: string[]
  body: Markup
  year: number
}

/** The frame of every mail, with the company's name, support address, telephone and the year. */
export function layout({ language, subject, heading, text, body, year }: Parts): Rendered {
  const words = WORDS[language]
  const name = company.name[language]
  const footer = `${name} · ${company.email} · ${company.phone} · © ${year}`
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#faf5ea;color:#1a2c22;font-family:Hind,'Noto Sans Devanagari',system-ui,sans-serif;font-size:16px;line-height:1.6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fffdf7;border:1px solid #e2d8c2;border-radius:10px">
<tr><td style="padding:24px 24px 0;color:#14573b;font-size:20px;font-weight:bold">${name}</td></tr>
<tr><td style="padding:8px 24px 24px">
<h1 style="margin:16px 0;font-size:22px;line-height:1.3">${heading}</h1>
${body}
</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid #e2d8c2;color:#48574d;font-size:14px">
${words.help} <a href="mailto:${company.email}" style="color:#14573b">${company.email}</a>, ${company.phone}<br>
${name}: ${words.tagline}<br>© ${year} ${name}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`
  return {
    subject,
    text: [heading, '', ...text, '', '--', words.help, footer, words.tagline, ''].join('\n'),
    html: page.text,
  }
}
