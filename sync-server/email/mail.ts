import * as v from 'valibot'
import { type ContactData, findCity, type Language } from '#model'
import type { MailFormatters, MailKindDefinition, MailSecrets } from './kinds/define-mail.ts'
import { type MailData, type MailKind, mailKinds } from './kinds/mail-kinds.ts'
import { type Rendered, renderLetter } from './templates/letter.ts'

type MailOf<K extends MailKind> = {
  /** There is one mail for each kind and entity: `mail:<kind>:<entity>`. */
  _id: `mail:${K}:${string}`
  kind: K
  to: string | { account: string }
  language: Language
  data: MailData<K>
}
export type Mail = { [K in MailKind]: MailOf<K> }[MailKind]

interface Needs {
  secrets: MailSecrets
  publicUrl: string
  company: ContactData
  now: Date
}

/** Renders the mail to be sent; returns undefined if its secret is used or expired. */
export async function renderMail(
  { kind, language, data }: Mail,
  { secrets, publicUrl, company, now }: Needs,
): Promise<Rendered | undefined> {
  const { parameters, write }: MailKindDefinition<v.GenericSchema<object, object>> = mailKinds[kind]
  const letter = await write(v.parse(parameters, data), formattersFor(language, publicUrl, company), secrets)
  const year = Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Kolkata' }).format(now))
  return letter && renderLetter(letter, { language, year, company })
}

function formattersFor(language: Language, publicUrl: string, { supportEmail }: ContactData): MailFormatters {
  const locale = `${language}-IN`
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
  const count = new Intl.NumberFormat(locale)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'Asia/Kolkata' })
  return {
    language,
    supportEmail,
    link: (path) => `${publicUrl}${path}`,
    rupees: (amount) => money.format(amount),
    number: (value) => count.format(value),
    // Noon in India, so that the calendar day does not depend on the formatter.
    day: (plainDate) => date.format(new Date(`${plainDate}T12:00:00+05:30`)),
    city: (named) => findCity(named)?.name[language] ?? named,
  }
}
