/**
 * Counts wrong passwords for one e-mail, and says how many are allowed. Pure functions, so that they can be tested
 * without a clock or a database. Each address may fail five times, and all unknown addresses together twenty times:
 * this stops a stranger with many addresses, but not a person who has signed in from their address before.
 */
export interface AttemptState {
  failed: { at: string; address: string }[]
  /** Addresses from which somebody signed in, the latest first. */
  known?: string[]
}

const SPAN_MS = 15 * 60_000
const PER_ADDRESS = 5
const PER_EMAIL = 20
const KNOWN_AT_MOST = 5

export const emptyAttempts: AttemptState = { failed: [] }

type Trying = { address: string; isKnown: boolean; now: Date }

/** Returns the state with one more failure (taken back if the password was right), or how long to wait. */
export function attempt(
  state: AttemptState,
  { address, isKnown, now }: Trying,
): AttemptState | { retryAfterSeconds: number } {
  const at = now.getTime()
  const failed = state.failed.filter((one) => Date.parse(one.at) > at - SPAN_MS)
  const own = failed.filter((one) => one.address === address)
  const waits = [
    waitFor(PER_ADDRESS, own, at),
    isKnown || state.known?.includes(address) ? 0 : waitFor(PER_EMAIL, failed, at),
  ]
  const wait = Math.max(...waits)
  if (wait > 0) return { retryAfterSeconds: Math.ceil(wait / 1000) }
  return { ...state, failed: [...failed, { at: now.toISOString(), address }] }
}

/** A sign-in clears the failures of its own address; those of others stay counted. */
export const succeeded = (state: AttemptState, address: string): AttemptState => ({
  failed: state.failed.filter((one) => one.address !== address),
  known: [address, ...(state.known ?? []).filter((one) => one !== address)].slice(0, KNOWN_AT_MOST),
})

function waitFor(most: number, failed: AttemptState['failed'], at: number): number {
  const oldest = failed.at(-most)
  return oldest ? Math.max(0, Date.parse(oldest.at) + SPAN_MS - at) : 0
}
