import { randomBytes, timingSafeEqual } from 'node:crypto'
import { KEPT_FOR } from '#model'
import type { Couch } from '../../couch/couch.ts'
import { problem } from '../../http/problem.ts'
import type { Keys } from '../../settings/keys.ts'
import type { AccountRecord } from '../account-record.ts'

/**
 * The tokens of verification links: valid for 24 hours, derived when they are mailed, and not stored. A token is not
 * used up, because verifying can be repeated: a mail scanner may open the link before the person does.
 */
export interface VerificationLinks {
  /** Issues a token and returns a reference for `reveal`. */
  issue(account: AccountRecord): Promise<string>
  /** Returns the account that the token was mailed for; throws `404 token_invalid`. */
  read(token: string): Promise<{ account: string; isExpired: boolean }>
  /** Returns the token for the mail; undefined if it has expired. */
  reveal(ref: string): Promise<string | undefined>
}

interface Issued {
  ref: string
  nonce: string
  expiresAt: string
}
interface IssuedRecord {
  _id: string
  type: 'verification'
  account: string
  tokens: Issued[]
  expiresAt: string
}

const DAY_MS = 86_400_000
/**
 * Until then an old link is reported as expired; later it is unknown, and the unverified account is deleted
 * (`deleteUnverified`).
 */
const KEPT_MS = KEPT_FOR.unverifiedDays * DAY_MS
const AT_ONCE = 5
const TOKEN = /^([\w-]{1,64})\.([\w-]{12})\.([0-9a-f]{64})$/

interface Needs {
  couch: Couch
  keys: Keys
  now: () => Date
}

export function openVerificationLinks({ couch, keys, now }: Needs): VerificationLinks {
  const store = couch.db('credentials')
  const idOf = (account: string) => `verification:${account}`
  const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString()
  const isExpired = ({ expiresAt }: Issued) => expiresAt <= now().toISOString()
  const macOf = (account: string, { nonce }: Issued) => keys.digest('verification', `${account} ${nonce}`)
  const invalid = () => problem(404, 'token_invalid')

  return {
    async issue({ id }) {
      const issued = { ref: randomBytes(9).toString('base64url'), nonce: randomBytes(16).toString('hex') }
      await store.update<IssuedRecord>(idOf(id), (before) => ({
        ...{ _id: idOf(id), type: 'verification', account: id, expiresAt: inMs(KEPT_MS) },
        tokens: [...(before?.tokens ?? []), { ...issued, expiresAt: inMs(DAY_MS) }].slice(-AT_ONCE),
      }))
      return `${id}.${issued.ref}`
    },

    async read(token) {
      const [, account = '', ref, mac = ''] = TOKEN.exec(token) ?? []
      if (!ref) throw invalid()
      const record = await store.get<IssuedRecord>(idOf(account))
      const issued = record?.tokens.find((one) => one.ref === ref)
      if (!issued || !timingSafeEqual(Buffer.from(macOf(account, issued)), Buffer.from(mac))) throw invalid()
      return { account, isExpired: isExpired(issued) }
    },

    async reveal(ref) {
      const [account = '', issuedRef = ''] = ref.split('.')
      const record = await store.get<IssuedRecord>(idOf(account))
      const issued = record?.tokens.find((one) => one.ref === issuedRef)
      return issued && !isExpired(issued) ? `${account}.${issuedRef}.${macOf(account, issued)}` : undefined
    },
  }
}
