import { KEPT_FOR } from '#model'

/**
 * The one-time codes of one account, and the rules for asking for them and trying them. Pure functions, so that every
 * rule can be tested without a clock or a database.
 *
 * Each address that asks has a code of its own with five tries, and all other addresses together have five more. So a
 * person who knows only the e-mail can neither use up the owner's tries nor replace the owner's code, and the owner may
 * ask on Wi-Fi and type on mobile data. The limits on asking bound what a stranger can guess: at most 400 tries of
 * 900,000 codes a day. A successful sign-in clears the counts.
 *
 * Strangers with many addresses can use up the limit that all addresses share. An address or device that has signed in
 * before is counted by its own requests only.
 */
export interface CodeState {
  codes: IssuedCode[]
  /** Requests of the last 24 hours without a later sign-in. */
  asked: { at: string; address: string }[]
  /** Addresses from which somebody signed in, the latest first. */
  known?: string[]
}

export interface IssuedCode {
  ref: string
  /** The code is derived from it with a key that is stored in no database. */
  nonce: string
  /** A keyed hash of the address that asked. */
  address: string
  expiresAt: string
  /** Wrong tries left for the address that asked, and for all others together. */
  ownTries: number
  otherTries: number
}

const VALID_MS = KEPT_FOR.loginCodeMinutes * 60_000
const RESEND_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TRIES = 5
const PER_ADDRESS_AND_HOUR = 5
const PER_HOUR = 15
const PER_DAY = 40
const KNOWN_AT_MOST = 5

export const noCodes: CodeState = { codes: [], asked: [] }

type Asking = { address: string; isKnown?: boolean; now: Date; ref: string; nonce: string }

/** Issues a new code for this address in place of its last one, or returns how long it has to wait. */
export function issue(
  state: CodeState,
  { address, isKnown, now, ref, nonce }: Asking,
): CodeState | { retryAfterSeconds: number } {
  const at = now.getTime()
  const asked = state.asked.filter((one) => Date.parse(one.at) > at - DAY_MS)
  const waits = [
    waitFor(1, RESEND_MS, ofAddress(asked, address), at),
    waitFor(PER_ADDRESS_AND_HOUR, HOUR_MS, ofAddress(asked, address), at),
    ...(isKnown || state.known?.includes(address)
      ? [waitFor(PER_DAY, DAY_MS, ofAddress(asked, address), at)]
      : [waitFor(PER_HOUR, HOUR_MS, asked, at), waitFor(PER_DAY, DAY_MS, asked, at)]),
  ]
  const wait = Math.max(...waits)
  if (wait > 0) return { retryAfterSeconds: Math.ceil(wait / 1000) }
  const code: IssuedCode = {
    ref,
    nonce,
    address,
    expiresAt: new Date(at + VALID_MS).toISOString(),
    ownTries: TRIES,
    otherTries: TRIES,
  }
  const kept = state.codes.filter((one) => one.address !== address && !isExpired(one, now))
  return { ...state, codes: [...kept, code], asked: [...asked, { at: now.toISOString(), address }] }
}

const ofAddress = (asked: CodeState['asked'], address: string) => asked.filter((one) => one.address === address)

/** Returns the milliseconds until fewer than `most` requests lie within the span; 0 if there is no wait. */
function waitFor(most: number, spanMs: number, asked: CodeState['asked'], at: number): number {
  const oldest = asked.at(-most)
  return oldest ? Math.max(0, Date.parse(oldest.at) + spanMs - at) : 0
}

const known = (state: CodeState, address: string) =>
  [address, ...(state.known ?? []).filter((one) => one !== address)].slice(0, KNOWN_AT_MOST)

export const isExpired = (code: IssuedCode, now: Date) => Date.parse(code.expiresAt) <= now.getTime()

export type Verdict =
  | { outcome: 'match'; state: CodeState }
  | { outcome: 'code_invalid'; triesLeft: number; state: CodeState }
  | { outcome: 'code_missing' | 'code_expired' }

type Trying = { address: string; now: Date; matches: (code: IssuedCode) => boolean }

/** Checks one try. The returned state must be stored before the outcome is sent. */
export function tryCode(state: CodeState, { address, now, matches }: Trying): Verdict {
  const isOwn = (code: IssuedCode) => code.address === address
  const triesOf = (code: IssuedCode) => (isOwn(code) ? code.ownTries : code.otherTries)
  const open = state.codes.filter((code) => !isExpired(code, now) && triesOf(code) > 0)
  if (open.length === 0)
    return { outcome: state.codes.some((code) => isExpired(code, now)) ? 'code_expired' : 'code_missing' }

  // Every code is compared, so that the time taken reveals nothing.
  const matching = open.filter(matches)
  if (matching.length > 0)
    return {
      outcome: 'match',
      state: { codes: state.codes.filter((code) => !matching.includes(code)), asked: [], known: known(state, address) },
    }

  const triesLeft = Math.max(...open.map(triesOf)) - 1
  const codes = state.codes.map((code) => {
    if (!open.includes(code)) return code
    return isOwn(code) ? { ...code, ownTries: code.ownTries - 1 } : { ...code, otherTries: code.otherTries - 1 }
  })
  return { outcome: 'code_invalid', triesLeft, state: { ...state, codes: codes.filter((code) => code.ownTries > 0) } }
}
