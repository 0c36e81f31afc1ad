import * as v from 'valibot'
import { currentDataLayer } from './runtime/current-data-layer.ts'

const TIMEOUT_MS = 10_000
const TEST_MAIL_TIMEOUT_MS = 30_000

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

const TestMailAnswer = v.object({
  success: v.boolean(),
  isMailLate: v.optional(v.boolean()),
  error: v.optional(v.string()),
  code: v.optional(v.string()),
})

export type TestMailResult =
  | { ok: true; isMailLate: boolean }
  | {
      ok: false
      /** The reason code, if the service gave one. */
      code?: string | undefined
      /** What the service said; undefined if it did not answer in words (specification §7). */
      text?: string | undefined
    }

/** Has a test e-mail sent. This page is about the service, so a failure repeats its own text. */
export async function sendTestMail(email: string): Promise<TestMailResult> {
  const { origin, fetch } = currentDataLayer().environment
  try {
    const response = await fetch(`${origin}/api/email/test`, {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(TEST_MAIL_TIMEOUT_MS),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    const body = await response.text()
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), TestMailAnswer), body)
    const said = read.success ? read.output : undefined
    if (!response.ok) return { ok: false, code: said?.code, text: `HTTP ${response.status}: ${body}` }
    if (said?.success) return { ok: true, isMailLate: said.isMailLate === true }
    return { ok: false, code: said?.code, text: said?.error }
  } catch {
    return { ok: false }
  }
}
