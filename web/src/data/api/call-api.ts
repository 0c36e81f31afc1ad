import * as v from 'valibot'
import type { Environment } from '../platform/environment.ts'

const TIMEOUT_MS = 30_000

const Problem = v.object({
  error: v.string(),
  retryAfterSeconds: v.optional(v.number()),
  triesLeft: v.optional(v.number()),
  fields: v.optional(v.record(v.string(), v.string())),
})

/** `error` is a reason code; `fields` maps each field that was typed wrong to its reason code. */
interface ApiProblem {
  status: number
  error: string
  retryAfterSeconds?: number | undefined
  triesLeft?: number | undefined
  fields?: Record<string, string> | undefined
}

/**
 * The service's answer. `unreachable` stands for no answer, for a body that does not fit (captive portals send those),
 * and, with its status, for a 5xx.
 */
export type Answer =
  | { kind: 'ok'; body: unknown }
  | ({ kind: 'problem' } & ApiProblem)
  | { kind: 'unreachable'; status?: number }

export async function callApi(
  { origin, fetch }: Environment,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (response.status === 204) return { kind: 'ok', body: undefined }
    const answer: unknown = await response.json()
    if (response.ok) return { kind: 'ok', body: answer }
    const problem = v.safeParse(Problem, answer)
    if (!problem.success) return { kind: 'unreachable' }
    // A 5xx says nothing about the request itself, so its reason code is not used; in maintenance it is meant.
    if (response.headers.has('mogra-maintenance')) return { kind: 'problem', status: 503, ...problem.output }
    if (response.status >= 500) return { kind: 'unreachable', status: response.status }
    return { kind: 'problem', status: response.status, ...problem.output }
  } catch {
    return { kind: 'unreachable' }
  }
}
