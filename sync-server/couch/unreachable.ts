import { isStatus, NoQuorum } from './couch.ts'

/** CouchDB cannot be reached, is about to come back or has no room left: waiting helps, and no document is to blame. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NoQuorum) return true
  // nano keeps nothing of a failed connection but this sentence.
  if (isStatus(error, 503, 507) || error.message.startsWith('error happened in your connection')) return true
  const code = 'code' in error ? String(error.code) : ''
  if (/^(ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|UND_ERR)/.test(code)) return true
  return error.cause !== undefined && error.cause !== error && isUnreachable(error.cause)
}
