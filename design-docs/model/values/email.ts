import { toAsciiDigits } from './digits.ts'
import { withoutUnseen } from './visible-text.ts'

/** Browsers and Node both have it; the model knows neither's types. */
declare const URL: new (text: string) => { hostname: string }

const MOST_LETTERS = 254
/** RFC 5321's dot-string and quoted-string, of 64 letters at most. */
const LOCAL = /^(?=.{1,64}$)(?:(?!\.)(?:\.?[a-z0-9!#$%&'*+/=?^_`{|}~-])+|"(?:[ !#-[\]-~]|\\[ -~])+")$/
/** A name with a dot, never an address literal: no person's mailbox is at one. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
const NOT_ASCII = /[^ -~]/

/** A domain in any script in the letters that mail servers know (Punycode). */
function asciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain) || /[\s/?#@:\\%[\]]/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * The one form in which an e-mail address is stored and compared: lower case, its domain in ASCII, without blanks, unseen
 * characters, `mailto:` and angle brackets around it. What is no address comes out as none.
 */
export function normaliseEmail(text: string): string {
  const bare = withoutUnseen(text)
    .trim()
    .replace(/^<(.*)>$/, '$1')
  const link = /^mailto:([^?]*)/i.exec(bare)?.[1]
  const address = (link ?? bare).trim().toLowerCase()
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${toAsciiDigits(address.slice(0, at))}@${asciiDomain(address.slice(at + 1))}`
}

/** Whether a normalised text is an address that RFC 5321 knows. */
export function isNormalEmail(address: string): boolean {
  const at = address.lastIndexOf('@')
  return (
    at > 0 && address.length <= MOST_LETTERS && LOCAL.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1))
  )
}
