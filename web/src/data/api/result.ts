import * as v from 'valibot'
import type { Answer } from './call-api.ts'

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

/** What the service says where nothing is asked for: a 204, that a mail is on its way, or that it is done. */
const Done = v.union([v.undefined(), v.object({ isMailLate: v.boolean() }), v.object({ success: v.literal(true) })])

/** Any other 200 counts as no answer (`network`): captive portals give those to everything. */
export function resultOf(answer: Answer): Result {
  const found = foundIn(answer, Done)
  if (!found.ok) return found
  const isMailLate = found.value !== undefined && 'isMailLate' in found.value && found.value.isMailLate
  return { ok: true, ...(isMailLate && { isMailLate }) }
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
