export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof Error && 'statusCode' in error && statuses.includes(Number(error.statusCode))

/**
 * Whether it was written is not known: no quorum, or no answer, within the tries. Never a success, and no refusal either:
 * what was asked may stand, or come to stand; whoever asked tries again later.
 */
export class Undecided extends Error {
  override name = 'Undecided'
}

/** CouchDB gave no answer in time, or has more to answer than it can. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** CouchDB cannot be reached, is about to come back or has no room left: waiting helps, and no document is to blame. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NoAnswer) return true
  // A 500 may be this document's fault; a missing quorum is nobody's.
  if (error instanceof Undecided) return !isStatus(error.cause, 500)
  // nano keeps nothing of a failed connection but this sentence.
  if (isStatus(error, 503, 507) || error.message.startsWith('error happened in your connection')) return true
  const code = 'code' in error ? String(error.code) : ''
  if (/^(ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|UND_ERR)/.test(code)) return true
  return error.cause !== undefined && error.cause !== error && isUnreachable(error.cause)
}

/** The request never left: nothing can have been written. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof Error && /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/.test(error.message)

/** CouchDB read the request and did not do it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && !isStatus(error, 408) && Number(error.statusCode) < 500
