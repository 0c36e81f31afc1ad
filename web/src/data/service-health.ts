import * as v from 'valibot'
import { callApi } from './api/call-api.ts'
import { type Result, resultOf } from './api/result.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'

const TIMEOUT_MS = 10_000

const ServiceHealth = v.object({
  environment: v.string(),
  server: v.object({ uptime: v.number() }),
  mail: v.object({ configured: v.boolean(), waiting: v.optional(v.number()), isLate: v.optional(v.boolean()) }),
  version: v.optional(v.string(), '1.0.0'),
  endpoints: v.optional(v.array(v.string()), []),
})
export type ServiceHealth = v.InferOutput<typeof ServiceHealth>

export type HealthAnswer = { available: true; data: ServiceHealth } | { available: false; error: string }

/** Asks how the service is and which version it is. */
export async function askHealth(): Promise<HealthAnswer> {
  const { origin, fetch } = currentDataLayer().environment
  try {
    const response = await fetch(`${origin}/health`, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) return { available: false, error: `HTTP ${response.status}: ${await response.text()}` }
    return { available: true, data: v.parse(ServiceHealth, await response.json()) }
  } catch (error) {
    return { available: false, error: error instanceof Error ? error.message : String(error) }
  }
}

/** True if the service says that it is a demo; false if it does not answer. */
export async function isDemo(): Promise<boolean> {
  const answer = await askHealth()
  return answer.available && answer.data.environment === 'demo'
}

export const serviceAddress = (): string => currentDataLayer().environment.origin

export const sendTestMail = async (email: string): Promise<Result> =>
  resultOf(await callApi(currentDataLayer().environment, 'POST', '/api/email/test', { email }))
