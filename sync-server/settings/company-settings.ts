import * as v from 'valibot'
import { ContactData, type LocalisedText } from '#model'
import { quoted, SettingError } from './setting-error.ts'

type Environment = Record<string, string | undefined>

interface Setting<T> {
  /** Returns what the text means; undefined if it is wrong. */
  read(text: string): T | undefined
  wanted: string
  /** In a demo. */
  otherwise: T
}
type Settings = { [K in keyof ContactData]: Setting<ContactData[K]> & { name: string } }

const { entries } = ContactData
const as =
  <T>(schema: v.GenericSchema<string, T>) =>
  (text: string): T | undefined => {
    const result = v.safeParse(schema, text)
    return result.success ? result.output : undefined
  }
const ADDRESS_AT_MOST = 300

/** One line, or the English and the Hindi one with | between them. */
function readPostalAddress(text: string): LocalisedText | undefined {
  const [en = '', hi = en, ...more] = text.split('|').map((line) => line.trim())
  const isLine = (line: string) => line !== '' && line.length <= ADDRESS_AT_MOST && !/\p{Cc}/u.test(line)
  return more.length === 0 && isLine(en) && isLine(hi) ? { en, hi } : undefined
}

/** Digits, with the country code; blanks, brackets, hyphens and the + are removed. */
const readWhatsApp = (text: string) => as(entries.whatsApp)(text.replace(/[\s()+-]/g, ''))

/** The demo's data use reserved names and reach nobody. */
const SETTINGS: Settings = {
  supportEmail: {
    ...{ name: 'SUPPORT_EMAIL', read: as(entries.supportEmail), wanted: 'an e-mail address' },
    otherwise: 'support@mogra.example',
  },
  supportPhone: {
    ...{ name: 'SUPPORT_PHONE', read: as(entries.supportPhone), wanted: 'a phone number like +91 22 1555 0100' },
    // Numbers that begin with +91 22 1 are not assigned to anyone.
    otherwise: '+91 22 1555 0100',
  },
  whatsApp: {
    ...{ name: 'SUPPORT_WHATSAPP', read: readWhatsApp, wanted: 'a phone number with its country code' },
    otherwise: '912215550100',
  },
  legalEmail: {
    ...{ name: 'LEGAL_EMAIL', read: as(entries.legalEmail), wanted: 'an e-mail address' },
    otherwise: 'legal@mogra.example',
  },
  privacyEmail: {
    ...{ name: 'PRIVACY_EMAIL', read: as(entries.privacyEmail), wanted: 'an e-mail address' },
    otherwise: 'privacy@mogra.example',
  },
  postalAddress: {
    ...{ name: 'POSTAL_ADDRESS', read: readPostalAddress },
    wanted: 'one line, or an English and a Hindi one with | between them',
    otherwise: { en: 'Mumbai, India', hi: 'मुंबई, भारत' },
  },
  upiId: {
    ...{ name: 'UPI_ID', read: as(entries.upiId), wanted: 'a UPI handle like name@bank' },
    // No bank issues this handle, so a code that is scanned by mistake moves no money.
    otherwise: 'mogra@example',
  },
}

/** The names of all settings of the company. */
export const COMPANY_SETTINGS = Object.values(SETTINGS).map(({ name }) => name)

/** Reads how people reach the company. Throws SettingError at the first wrong one, and in live mode if any is missing. */
export function readCompanySettings(env: Environment, mode: 'demo' | 'live'): ContactData {
  const given = (name: string) => env[name]?.trim() ?? ''
  const missing = COMPANY_SETTINGS.filter((name) => given(name) === '')
  if (mode === 'live' && missing.length > 0)
    throw new SettingError(
      `${missing.join(', ')} must be set in live mode: every mail and screen names them, so that people can reach you.`,
    )
  const read = <T>({ name, read, wanted, otherwise }: Setting<T> & { name: string }): T => {
    const text = given(name)
    if (text === '') return otherwise
    const value = read(text)
    if (value === undefined) throw new SettingError(`${name} must be ${wanted}; it is ${quoted(text)}.`)
    return value
  }
  return {
    supportEmail: read(SETTINGS.supportEmail),
    supportPhone: read(SETTINGS.supportPhone),
    whatsApp: read(SETTINGS.whatsApp),
    legalEmail: read(SETTINGS.legalEmail),
    privacyEmail: read(SETTINGS.privacyEmail),
    postalAddress: read(SETTINGS.postalAddress),
    upiId: read(SETTINGS.upiId),
  }
}
