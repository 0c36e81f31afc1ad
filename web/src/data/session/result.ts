import * as v from 'valibot'
import type { Answer } from './api.ts'

/** Why something was not done: a reason code, a key of the `problems` namespace; `network` for an unreachable service. */
export interface Failure {
  ok: false
  error: string
  /** Of the answer, if there was one. */
  status?: number | undefined
  retryAfterSeconds?: number | undefined
  triesLeft?: number | undefined
  /** What was typed wrong: field → reason code. */
  fields?: Record<string, string> | undefined
}

export type Result =
  | {
      ok: true
      /** The code is on its way, but the mail service cannot be reached now. */
      isMailLate?: boolean
    }
  | Failure

export type Found<T> = { ok: true; value: T } | Failure

/** A 204 says nothing; whatever else says neither is not the service's: captive portals answer 200 to everything. */
export function resultOf(answer: Answer): Result {
  if (answer.kind !== 'ok') return failureOf(answer)
  const { success, isMailLate }: { success?: unknown; isMailLate?: unknown } = Object(answer.body)
  const isOurs = answer.body === undefined || success === true || typeof isMailLate === 'boolean'
  if (!isOurs) return { ok: false, error: 'network' }
  return { ok: true, ...(isMailLate === true && { isMailLate }) }
}

/** An answer that does not fit counts as none. */
export function foundIn<T>(answer: Answer, schema: v.GenericSchema<unknown, T>): Found<T> {
  if (answer.kind !== 'ok') return failureOf(answer)
  const read = v.safeParse(schema, answer.body)
  return read.success ? { ok: true, value: read.output } : { ok: false, error: 'network' }
}

function failureOf(answer: Exclude<Answer, { kind: 'ok' }>): Failure {
  if (answer.kind === 'unreachable')
    return answer.status === undefined
      ? { ok: false, error: 'network' }
      : { ok: false, error: 'service_failed', status: answer.status }
  const { kind: _, ...problem } = answer
  return { ok: false, ...problem }
}
