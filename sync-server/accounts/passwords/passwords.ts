import { KEPT_FOR, normaliseEmail } from '#model'
import type { Couch } from '../../couch/couch.ts'
import { problem } from '../../http/problem.ts'
import type { Keys } from '../../settings/keys.ts'
import type { AccountRecord } from '../account-record.ts'
import type { Accounts } from '../accounts.ts'
import type { Caller } from '../known-devices.ts'
import { type AttemptState, attempt, emptyAttempts, succeeded } from './attempt-policy.ts'
import { isPassword, type PasswordHash } from './password-hash.ts'

export interface Passwords {
  /** Sets a password that was typed before the e-mail was verified, by the browser that has verified it now. */
  keep(account: string, hash: PasswordHash): Promise<void>
  /**
   * Returns the account if the password is right. Returns `password_wrong` after the same time whether there is no
   * account, no password or a different one. Throws `429 password_tried_too_often`.
   */
  check(email: string, password: string, from: Caller): Promise<AccountRecord | 'password_wrong'>
}

interface PasswordRecord extends PasswordHash {
  _id: string
  type: 'password'
  account: string
}
type AttemptsRecord = AttemptState & { _id: string; type: 'attempts'; expiresAt: string }

const KEPT_MS = KEPT_FOR.codeRequestDays * 86_400_000

interface Needs {
  couch: Couch
  keys: Keys
  accounts: Accounts
  now: () => Date
}

export function openPasswords({ couch, keys, accounts, now }: Needs): Passwords {
  const store = couch.db('credentials')
  const attemptsId = (email: string) => `attempts:${keys.digest('email', normaliseEmail(email))}`
  const passwordId = (account: string) => `password:${account}`

  const count = (email: string, change: (state: AttemptState) => AttemptState) =>
    store.update<AttemptsRecord>(attemptsId(email), (before) => ({
      ...change(before ?? emptyAttempts),
      ...{ _id: attemptsId(email), type: 'attempts' },
      expiresAt: new Date(now().getTime() + KEPT_MS).toISOString(),
    }))

  return {
    async keep(account, { salt, hash, cost }) {
      const record: PasswordRecord = {
        ...{ _id: passwordId(account), type: 'password', account },
        ...{ salt, hash, cost },
      }
      await store.update<PasswordRecord>(record._id, () => record)
      await accounts.change(account, { hasPassword: true })
    },

    async check(email, password, { key, isKnown }) {
      // Each try is counted before it is checked, so that each of many concurrent tries is counted.
      await count(email, (state) => {
        const counted = attempt(state, { address: key, isKnown, now: now() })
        if ('retryAfterSeconds' in counted) throw problem(429, 'password_tried_too_often', counted)
        return counted
      })
      const account = await accounts.findByEmail(email)
      const stored = account && (await store.get<PasswordRecord>(passwordId(account.id)))
      if (!(await isPassword(password, stored)) || !account) return 'password_wrong'
      await count(email, (state) => succeeded(state, key))
      return account
    },
  }
}
