import type { Role } from '#model'

/** A failure that the caller is told of, sent as `{error, message, fields?, retryAfterSeconds?}`. */
export class Problem extends Error {
  /** Not called `statusCode` as in nano's errors: a refusal of ours must not be taken for an answer of CouchDB. */
  readonly status: number
  readonly code: string
  readonly extra: ProblemExtra

  /** `options.cause` is for the log, not for the caller. */
  constructor(status: number, code: string, extra: ProblemExtra = {}, options?: ErrorOptions) {
    super(extra.message ?? code.replaceAll('_', ' '), options)
    this.status = status
    this.code = code
    this.extra = extra
  }

  get headers(): Record<string, string> {
    const { retryAfterSeconds } = this.extra
    return {
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      // A device that waits tells its owner why.
      ...(this.isMaintenance && { 'mogra-maintenance': '1' }),
    }
  }

  /** An admin has closed the service for changes: no failure, and nothing for the log. */
  get isMaintenance() {
    return this.code === 'maintenance'
  }

  get body() {
    return { ...this.extra, error: this.code, message: this.message }
  }
}

export interface ProblemExtra {
  /** For developers who read the response; screens translate the code. */
  message?: string
  /** Maps a field name to a reason code. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** The role that the caller has already. */
  role?: Role
  /** The number of wrong tries that a one-time code still allows. */
  triesLeft?: number
  /** Only in the answers of `/api/verifications`. */
  success?: false
}

/** Creates a problem to be thrown; `http/error-handler.ts` sends it, and `gate/error-handler.ts` below `/db`. */
export const problem = (status: number, code: string, extra?: ProblemExtra) => new Problem(status, code, extra)

/** The failure is temporary, and the caller may try again. */
export const unavailable = (cause?: unknown) =>
  new Problem(503, 'unavailable', { retryAfterSeconds: 5 }, cause === undefined ? undefined : { cause })
