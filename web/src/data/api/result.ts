import * as v from 'valibot'
import type { Answer } from './call-api.ts'

/**
 * The reason why a request failed. `error` is a reason code (a key of the `problems` namespace), or `network` if the
 * service cannot be reached.
 */
export interface Failure {
  ok: false
  error: string
  /** The HTTP status, if there was an answer. */
  status?: number | undefined
  retryAfterSeconds?: number | undefined
  triesLeft?: number | undefined
  /** The fields that were typed wrong: field → reason code. */
  fields?: Record<string, string> | undefined
}

export type Result =
  | {
      ok: true
      /** The code will be mailed, but the mail service cannot be reached now. */
      isMailLate?: boolean
      /** The e-mail is verified already, and no mail was sent. */
      isVerified?: boolean
    }
  | Failure

export type Found<T> = { ok: true; value: T } | Failure

/** The service's answer if there is no value to return: a 204, whether a mail is late, or `success`. */
const Done = v.union([
  v.undefined(),
  v.object({ isMailLate: v.boolean() }),
  v.object({ success: v.literal(true), isVerified: v.optional(v.boolean()) }),
])

/** Any other 200 counts as no answer (`network`): captive portals return 200 to every request. */
export function resultOf(answer: Answer): Result {
  const found = foundIn(answer, Done)
  if (!found.ok) return found
  const isMailLate = found.value !== undefined && 'isMailLate' in found.value && found.value.isMailLate
  const isVerified = found.value !== undefined && 'isVerified' in found.value && found.value.isVerified === true
  return { ok: true, ...(isMailLate && { isMailLate }), ...(isVerified && { isVerified }) }
}

/** Returns the failure `network` if the body does not fit the schema. */
export function foundIn<T>(answer: Answer, schema: v.GenericSchema<unknown, T>): Found<T> {
  if (answer.kind !== 'ok') return failureOf(answer)
  const read = v.safeParse(schema, answer.body)
  return read.success ? { ok: true, value: read.output } : { ok: false, error: 'network' }
}

/** The database or the service itself is away for the moment. */
const isAway = (status: number) => status >= 502 && status <= 504

/** True if nothing was decided, and a repeat can succeed: no answer, or one that only says that there is none now. */
export const isUnanswered = (error: string): boolean =>
  error === 'network' || error === 'not_answering' || error === 'service_failed'

function failureOf(answer: Exclude<Answer, { kind: 'ok' }>): Failure {
  if (answer.kind === 'unreachable')
    return answer.status === undefined
      ? { ok: false, error: 'network' }
      : { ok: false, error: isAway(answer.status) ? 'not_answering' : 'service_failed', status: answer.status }
  const { kind: _, ...problem } = answer
  return { ok: false, ...problem }
}
