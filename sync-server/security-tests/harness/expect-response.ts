import { SECURITY_HEADERS } from '../../http/security-headers.ts'
import type { Outcome } from './raw-request.ts'

/** The acceptable answers; every other answer is a failure. */
export interface Expected {
  /** Only these statuses, unless `refusal` is set too. */
  statuses?: readonly number[]
  /** A 4xx with a code in JSON. */
  refusal?: boolean
  /** Kept open without an end, like a waiting poll. */
  held?: boolean
  /** Cut off without an answer. */
  closed?: boolean
}

export const refused: Expected = { refusal: true }
export const answered = (...statuses: number[]): Expected => ({ statuses })
export const perhaps = (...statuses: number[]): Expected => ({ statuses, refusal: true })

/** Files may be cached, so `cache-control` is not required. */
const { 'cache-control': _, ...REQUIRED } = SECURITY_HEADERS

/** Returns what is wrong with an answer; undefined if nothing is. */
export function expectResponse(outcome: Outcome, expected: Expected, secrets: readonly string[]): string | undefined {
  if (outcome === 'closed') return expected.closed ? undefined : `was cut off without an answer; ${wanted(expected)}`
  if (outcome === 'silent') return `hangs; ${wanted(expected)}`
  const { status, headers, cookies, body, isWhole } = outcome
  const isRefusal = status >= 400 && status < 500
  const isExpected = expected.statuses?.includes(status) || (isRefusal && expected.refusal)
  if (!isExpected) return `answered ${status}; ${wanted(expected)}`
  if (!isWhole && !expected.held) return `answered ${status} and then hangs`
  const secret = secrets.find((one) => body.includes(one))
  if (secret !== undefined) return `answered ${status} and gave away "${secret}"`
  if (headers.has('access-control-allow-origin')) return `answered ${status} and let other sites read it`
  const missing = Object.entries(REQUIRED).find(([name, value]) => headers.get(name) !== value)
  if (missing) return `answered ${status} without ${missing[0]}`
  if (!isRefusal) return undefined
  if (cookies.some((cookie) => /^sid=[^;\s]/.test(cookie)))
    return `refused with ${status} and gave a session all the same`
  return isTyped(headers.get('content-type'), body)
    ? undefined
    : `refused with ${status} without saying why: ${short(body)}`
}

/** An empty body is fine, because the answer to a HEAD has none. */
function isTyped(contentType: string | undefined, body: string): boolean {
  if (!contentType?.startsWith('application/json')) return false
  if (body === '') return true
  try {
    // The routes of mails say the sentence in `error`, and the reason code beside it.
    const { error, code = error } = JSON.parse(body) as { error?: unknown; code?: unknown }
    return typeof error === 'string' && typeof code === 'string' && /^[a-z_]+$/.test(code)
  } catch {
    return false
  }
}

function wanted({ statuses = [], refusal, held, closed }: Expected): string {
  const all = [
    ...statuses,
    ...(refusal ? ['a refusal'] : []),
    ...(held ? ['held open'] : []),
    ...(closed ? ['cut off'] : []),
  ]
  return `expected ${all.join(' or ')}`
}

const short = (text: string) => JSON.stringify(text.slice(0, 120))
