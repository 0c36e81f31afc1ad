import { randomBytes, timingSafeEqual } from 'node:crypto'
import { KEPT_FOR } from '#model'
import type { Couch } from '../couch/couch.ts'
import { problem } from '../http/problem.ts'
import type { Keys } from '../settings/keys.ts'
import type { AccountRecord } from './account-record.ts'
import { type CodeState, type IssuedCode, isExpired, issue, noCodes, tryCode } from './code-policy.ts'
import type { Caller } from './known-devices.ts'

export interface LoginCodes {
  /**
   * Issues a code and returns a reference for `reveal`; throws `429 code_asked_too_often`. `named` names the code, so that
   * a repeat after a crash issues no second one while that code is valid.
   */
  issue(account: Pick<AccountRecord, 'id'>, from: Caller, named?: string): Promise<string>
  /** Uses up the code, once and for one caller; throws `401 code_invalid`, `code_expired` or `code_missing`. */
  redeem(account: AccountRecord, code: string, from: Caller): Promise<void>
  /** Returns the six digits for the mail; undefined if the code was used, replaced or has expired. */
  reveal(ref: string): Promise<string | undefined>
}

/** The purpose of the codes: one that was mailed for signing in must not delete an account. */
type Purpose = 'login-codes' | 'deletion-codes'
type CodeBookRecord = CodeState & { _id: string; type: Purpose; account: string; expiresAt: string }

/** How long an address stays known after its last request. */
const KEPT_MS = KEPT_FOR.codeRequestDays * 86_400_000

interface Needs {
  couch: Couch
  keys: Keys
  now: () => Date
  purpose?: Purpose
}

export function openLoginCodes({ couch, keys, now, purpose = 'login-codes' }: Needs): LoginCodes {
  const store = couch.db('credentials')
  const bookId = (accountId: string) => `${purpose}:${accountId}`

  /** A number from 100000 to 999999. It is derived, so neither a database nor the outbox holds a code. */
  const codeOf = (accountId: string, { nonce }: IssuedCode) =>
    String(
      100_000 + (Number.parseInt(keys.digest('code', `${purpose} ${accountId} ${nonce}`).slice(0, 12), 16) % 900_000),
    )

  const recordOf = (account: string, state: CodeState): CodeBookRecord => ({
    ...state,
    _id: bookId(account),
    type: purpose,
    account,
    expiresAt: new Date(now().getTime() + KEPT_MS).toISOString(),
  })

  return {
    async issue(account, { key, isKnown }, named) {
      const asking = { address: key, isKnown, ref: named ?? randomBytes(9).toString('base64url') }
      await store.update<CodeBookRecord>(bookId(account.id), (before) => {
        if (before?.codes.some((code) => code.ref === named && !isExpired(code, now()))) return undefined
        const nonce = randomBytes(16).toString('hex')
        const state = issue(before ?? noCodes, { ...asking, nonce, now: now() })
        if ('retryAfterSeconds' in state) throw problem(429, 'code_asked_too_often', state)
        return recordOf(account.id, state)
      })
      return `${account.id}.${asking.ref}`
    },

    async redeem(account, code, { key }) {
      const matches = (issued: IssuedCode) => isEqual(codeOf(account.id, issued), code)
      const wrong: { triesLeft?: number } = {}
      // The outcome is stored before it is told: if two callers try at once, one finds a newer revision and is checked
      // again.
      await store.update<CodeBookRecord>(bookId(account.id), (before) => {
        const verdict = tryCode(before ?? noCodes, { address: key, now: now(), matches })
        if (!('state' in verdict)) throw problem(401, verdict.outcome)
        delete wrong.triesLeft
        if (verdict.outcome === 'code_invalid') wrong.triesLeft = verdict.triesLeft
        return recordOf(account.id, verdict.state)
      })
      if (wrong.triesLeft !== undefined) throw problem(401, 'code_invalid', wrong)
    },

    async reveal(ref) {
      const [accountId = '', codeRef] = ref.split('.')
      const state = await store.get<CodeBookRecord>(bookId(accountId))
      const issued = state?.codes.find((code) => code.ref === codeRef)
      return issued && !isExpired(issued, now()) ? codeOf(accountId, issued) : undefined
    },
  }
}

const isEqual = (right: string, given: string) => {
  const bytes = Buffer.alloc(6)
  bytes.write(given.slice(0, 6))
  return timingSafeEqual(Buffer.from(right), bytes) && given.length === 6
}
