export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof Error && 'statusCode' in error && statuses.includes(Number(error.statusCode))

/**
 * It is unknown whether the write was stored: there was no quorum, or no answer, within the attempts. This is neither
 * success nor refusal; the write may be stored now or later, and the caller tries again later.
 */
export class Undecided extends Error {
  override name = 'Undecided'
}

/** CouchDB did not answer in time, or has too many requests waiting. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * True if CouchDB cannot be reached, is restarting or has no disk space: waiting helps, and the document is not at
 * fault.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NoAnswer) return true
  // A 500 may be caused by this document; a missing quorum is not.
  if (error instanceof Undecided) return !isStatus(error.cause, 500)
  // nano reports a failed connection only by this message.
  if (isStatus(error, 503, 507) || error.message.startsWith('error happened in your connection')) return true
  const code = 'code' in error ? String(error.code) : ''
  if (/^(ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|UND_ERR)/.test(code)) return true
  return error.cause !== undefined && error.cause !== error && isUnreachable(error.cause)
}

/** True if the request was never sent, so nothing can have been written. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof Error && /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/.test(error.message)

/** True if CouchDB read the request and refused it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && !isStatus(error, 408) && Number(error.statusCode) < 500
