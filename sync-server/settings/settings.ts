import { resolve } from 'node:path'
import addressparser from 'nodemailer/lib/addressparser'
import * as v from 'valibot'
import { LOOPBACK } from './loopback.ts'
import { isHttps } from './public-url.ts'
import { quoted, SettingError } from './setting-error.ts'
import { readSocialSettings, type SocialSettings } from './social-settings.ts'

export { SettingError } from './setting-error.ts'

export interface Settings {
  port: number
  host: string
  /** Data folder of the embedded database and of the service's keys. */
  dataFolder: string
  mode: 'demo' | 'live'
  /** With credentials; absent if the embedded database is used. */
  couchdbUrl: string | undefined
  smtpUrl: string | undefined
  /**
   * The address that people type, without a trailing slash; https in live mode, by default `http://localhost:<port>` in
   * a demo.
   */
  publicUrl: string
  mailFrom: string
  /** Google and Facebook, as far as they are configured. */
  social: SocialSettings
}

const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const urlOf = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check((text) => {
      const url = URL.parse(text)
      return url !== null && protocols.includes(url.protocol) && url.hostname !== '' && isDecodable(url)
    }),
  )
/** Unescaped characters make the URL invalid or change the password. */
const ESCAPED = '(with %, @ and / of a password as %25, %40 and %2F)'

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username}:${password}`)
    return true
  } catch {
    return false
  }
}

/**
 * An address that paths can be appended to, as a browser writes it: `HTTPS://Mogra.example/` becomes
 * `https://mogra.example`.
 */
const origin = v.pipe(
  urlOf('http:', 'https:'),
  v.transform((text) => new URL(text)),
  // An empty query or fragment shows only in the href.
  v.check(({ href, origin }) => href === `${origin}/`),
  v.transform(({ origin }) => origin),
)

const DOT_ATOM = /^[^\s\p{Cc}"(),.:;<>@[\\\]]+(?:\.[^\s\p{Cc}"(),.:;<>@[\\\]]+)*$/u
const DOMAIN_LABEL = /^[\p{L}\p{M}\p{N}]+(?:-+[\p{L}\p{M}\p{N}]+)*$/u

/** True for exactly one mailbox, as the mailer itself will parse it. */
function isSender(text: string): boolean {
  const [mailbox, ...more] = addressparser(text)
  if (mailbox?.address === undefined || more.length > 0 || /\p{Cc}/u.test(text)) return false
  const { address } = mailbox
  const [local = '', domain = '', ...rest] = address.split('@')
  // The parser also extracts an address from a text around it.
  const isWhole = text === address || text.endsWith(`<${address}>`)
  const isDomain = domain.split('.').every((label) => DOMAIN_LABEL.test(label))
  return isWhole && rest.length === 0 && DOT_ATOM.test(local) && isDomain
}

const sender = v.pipe(v.string(), v.check(isSender))
/** A mail server on the internet refuses a sender such as `hello@mogra` or `hello@localhost`. */
const HAS_WHOLE_DOMAIN = /@(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]{2,}>?$/u
const SENDER = 'an address like Mogra <hello@mogra.example>'

type Environment = Record<string, string | undefined>

const readerOf =
  (env: Environment) =>
  <T>(name: string, schema: v.GenericSchema<string, T>, wanted: string): T | undefined => {
    const text = env[name]?.trim()
    if (!text) return undefined
    const result = v.safeParse(schema, text)
    if (!result.success) throw new SettingError(`${name} must be ${wanted}; it is ${quoted(text)}.`)
    return result.output
  }

/** Reads where documents and keys are stored: enough for a command that sends no mail and does not listen. */
export function readDataSettings(env: Environment): Pick<Settings, 'couchdbUrl' | 'dataFolder'> {
  const couchdbUrl = readerOf(env)(
    'COUCHDB_URL',
    urlOf('http:', 'https:'),
    `an address like http://name:password@127.0.0.1:5984 ${ESCAPED}`,
  )
  if (couchdbUrl !== undefined && !hasCredentials(couchdbUrl))
    throw new SettingError(
      `COUCHDB_URL must carry the name and password of a CouchDB admin, like http://name:password@127.0.0.1:5984; it is ${quoted(couchdbUrl)}.`,
    )
  return { couchdbUrl, dataFolder: resolve(env.MOGRA_DATA?.trim() || '.data') }
}

/** Reads the environment once. Throws SettingError at the first wrong setting, and in live mode if `isDemoOnly`. */
export function readSettings(env: Environment, { isDemoOnly = false } = {}): Settings {
  const read = readerOf(env)
  const { couchdbUrl, dataFolder } = readDataSettings(env)
  const mode =
    read('MOGRA_MODE', v.picklist(['demo', 'live']), '"demo" or "live"') ?? (couchdbUrl === undefined ? 'demo' : 'live')
  // This comes before the settings that a live service needs, because a command for demos must not ask for them.
  if (isDemoOnly && mode === 'live')
    throw new SettingError(
      'Sample data is for a demo only, but MOGRA_MODE is live, as it also is by default when COUCHDB_URL is set; nothing was written.',
    )
  const smtpUrl = read(
    'SMTP_URL',
    urlOf('smtp:', 'smtps:'),
    `an address like smtp://name:password@mail.example:587 ${ESCAPED}`,
  )
  const host =
    read('HOST', v.pipe(v.string(), v.regex(/^[A-Za-z0-9.:[\]-]+$/)), 'a host name or address') ?? '127.0.0.1'
  const listenPort = read('PORT', port, 'a port number from 0 to 65535') ?? 3000
  const isPublic = read('MOGRA_DEMO_PUBLIC', v.picklist(['0', '1']), '0 or 1') === '1'

  if (mode === 'demo' && !isPublic && !LOOPBACK.includes(host))
    throw new SettingError(`HOST is "${host}", but a demo listens on 127.0.0.1 only unless MOGRA_DEMO_PUBLIC=1 is set.`)
  if (mode === 'live' && couchdbUrl === undefined)
    throw new SettingError('COUCHDB_URL must be set in live mode; the embedded database is for demo mode.')
  if (mode === 'live' && smtpUrl === undefined)
    throw new SettingError('SMTP_URL must be set in live mode; without it no sign-in code can be sent.')
  const publicUrl = read('PUBLIC_URL', origin, 'an address like https://mogra.example, without path or query')
  // Without it, the session cookie would not be secure, and no proxy would be trusted about addresses.
  if (mode === 'live' && publicUrl === undefined)
    throw new SettingError('PUBLIC_URL must be set in live mode, to the https:// address that people type.')
  if (mode === 'live' && publicUrl !== undefined && !isHttps(publicUrl))
    throw new SettingError(`PUBLIC_URL must be an https:// address in live mode; it is ${quoted(publicUrl)}.`)
  const mailFrom = read('MAIL_FROM', sender, SENDER)
  if (mode === 'live' && mailFrom === undefined)
    throw new SettingError('MAIL_FROM must be set in live mode, to an address that the mail server may send from.')
  if (mode === 'live' && mailFrom !== undefined && !HAS_WHOLE_DOMAIN.test(mailFrom))
    throw new SettingError(
      `MAIL_FROM must be ${SENDER}, with the whole domain, in live mode; it is ${quoted(mailFrom)}.`,
    )

  return {
    port: listenPort,
    host,
    dataFolder,
    mode,
    couchdbUrl,
    smtpUrl,
    publicUrl: publicUrl ?? `http://localhost:${listenPort}`,
    mailFrom: mailFrom ?? 'Mogra <hello@mogra.example>',
    social: readSocialSettings(env),
  }
}

function hasCredentials(address: string): boolean {
  const { username, password } = new URL(address)
  return username !== '' && password !== ''
}
