import * as v from 'valibot'
import type { Environment } from '../page/environment.ts'

const TIMEOUT_MS = 30_000

const Problem = v.object({ error: v.string(), retryAfterSeconds: v.optional(v.number()) })

/** What the service said; `unreachable` for silence, and for answers that make no sense (captive portals give those). */
export type Answer =
  | { kind: 'ok'; body: unknown }
  | { kind: 'problem'; status: number; error: string; retryAfterSeconds?: number }
  | { kind: 'unreachable' }

export async function callApi(
  { origin, fetch }: Environment,
  method: 'GET' | 'POST' | 'DELETE',
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
    // A server that is broken has nothing to say about what was asked.
    if (!problem.success || response.status >= 500) return { kind: 'unreachable' }
    const { error, retryAfterSeconds } = problem.output
    return {
      kind: 'problem',
      status: response.status,
      error,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }
  } catch {
    return { kind: 'unreachable' }
  }
}
