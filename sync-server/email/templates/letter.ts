import { company, type Language } from '#model'
import { fill } from './frame.ts'

/** The content of a mail, before it is rendered as HTML and plain text. */
export interface Letter {
  subject: string
  /** Default: the subject. */
  heading?: string
  /** Default: the sender. */
  replyTo?: string
  parts: Part[]
}

type Part =
  | { paragraph: string }
  /** Text in smaller print. */
  | { note: string }
  | { code: string }
  | { table: readonly (readonly [label: string, value: string])[] }
  | { lines: { label: string; lines: readonly string[] } }
  | { button: { label: string; href: string } }

export interface Rendered {
  subject: string
  text: string
  html: string
  replyTo?: string
}

const WORDS = {
  en: { help: 'Need help?', tagline: 'Delivering happiness, one bouquet at a time' },
  hi: { help: 'मदद चाहिए?', tagline: 'हर गुलदस्ते के साथ थोड़ी-सी ख़ुशी' },
} as const satisfies Record<Language, object>

/** Renders the letter in a frame with the company's name, support address, telephone and the year. */
export function renderLetter(letter: Letter, { language, year }: { language: Language; year: number }): Rendered {
  const { subject, heading = subject, replyTo, parts } = letter
  const { help, tagline } = WORDS[language]
  const { email, phone, name } = company
  const frame = { language, subject, heading, help, tagline, email, phone, company: name[language], year: String(year) }
  return {
    subject,
    ...(replyTo === undefined ? {} : { replyTo }),
    html: [fill('head', frame), ...parts.map(htmlOf), fill('foot', frame)].join(''),
    text: [
      ...[heading, '', ...parts.flatMap((part) => [...textOf(part), ''])],
      ...['--', help, `${name[language]} · ${email} · ${phone} · © ${year}`, tagline, ''],
    ].join('\n'),
  }
}

function htmlOf(part: Part): string {
  if ('paragraph' in part) return fill('paragraph', { text: part.paragraph })
  if ('note' in part) return fill('note', { text: part.note })
  if ('code' in part) return fill('code', { text: part.code })
  if ('button' in part) return fill('button', part.button)
  if ('table' in part) {
    const rows = part.table.map(([label, value]) => fill('row', { label, value }))
    return [fill('table'), ...rows, fill('endOfTable')].join('')
  }
  const { label, lines } = part.lines
  return [fill('lines', { label }), ...lines.map((text) => fill('line', { text })), fill('endOfLines')].join('')
}

function textOf(part: Part): string[] {
  if ('paragraph' in part) return [part.paragraph]
  if ('note' in part) return [part.note]
  if ('code' in part) return [`    ${part.code}`]
  if ('button' in part) return [`${part.button.label}: ${part.button.href}`]
  if ('table' in part) return part.table.map(([label, value]) => `${label}: ${value}`)
  return [`${part.lines.label}:`, ...part.lines.lines.map((line) => `  ${line}`)]
}
