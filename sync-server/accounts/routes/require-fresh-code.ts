import { problem } from '../../http/problem.ts'
import type { Session, Sessions } from '../sessions.ts'

const PROOF_LASTS_MS = 15 * 60_000

/**
 * Throws `403 fresh_code_needed` unless the person typed a mailed code within the last 15 minutes. Returns when they
 * typed it, and until when it counts (ISO 8601).
 */
export async function requireFreshCode(
  session: Pick<Session, 'id'>,
  { sessions, now }: { sessions: Pick<Sessions, 'provenAt'>; now: () => Date },
): Promise<{ provenAt: string; until: string }> {
  const provenAt = await sessions.provenAt(session)
  const oldest = new Date(now().getTime() - PROOF_LASTS_MS).toISOString()
  if (provenAt === undefined || provenAt < oldest) throw problem(403, 'fresh_code_needed')
  return { provenAt, until: new Date(new Date(provenAt).getTime() + PROOF_LASTS_MS).toISOString() }
}
