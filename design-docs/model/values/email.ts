import { toAsciiDigits } from './digits.ts'
import { withoutUnseen } from './visible-text.ts'

/** Browsers and Node both have it; the model uses the types of neither. */
declare const URL: new (text: string) => { hostname: string }

const MOST_LETTERS = 254
/** The dot-string or quoted-string of RFC 5321, with at most 64 letters. */
const LOCAL = /^(?=.{1,64}$)(?:(?!\.)(?:\.?[a-z0-9!#$%&'*+/=?^_`{|}~-])+|"(?:[ !#-[\]-~]|\\[ -~])+")$/
/** A domain name with a dot. Address literals are refused, because no person's mailbox is at one. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
const NOT_ASCII = /[^ -~]/

/** Encodes a domain of any script in ASCII (Punycode), as mail servers need it. */
function asciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain) || /[\s/?#@:\\%[\]]/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** A link has `%27` for an apostrophe. */
function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

/**
 * Returns the one form in which an e-mail address is stored and compared: in lower case, with its domain in ASCII, and
 * without invisible characters, blanks, `mailto:` and angle brackets around it. A text that is not an address does not
 * become one.
 */
export function normaliseEmail(text: string): string {
  const bare = withoutUnseen(text)
    .trim()
    .replace(/^<(.*)>$/, '$1')
  const link = /^mailto:(?:\/\/)?([^?]*)/i.exec(bare)?.[1]
  const address = (link === undefined ? bare : decoded(link)).trim().toLowerCase()
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${toAsciiDigits(address.slice(0, at))}@${asciiDomain(address.slice(at + 1))}`
}

/** Whether a normalised text is a valid address by RFC 5321. */
export function isNormalEmail(address: string): boolean {
  const at = address.lastIndexOf('@')
  return (
    at > 0 && address.length <= MOST_LETTERS && LOCAL.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1))
  )
}
