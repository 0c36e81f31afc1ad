/** What goes wrong in a way the caller is told of: answered as `{error, message, fields?, retryAfterSeconds?}`. */
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

  get body() {
    return { ...this.extra, error: this.code, message: this.message }
  }
}

export interface ProblemExtra {
  /** For people who read the wire; screens translate the code. */
  message?: string
  /** Field name → reason code. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** Of a one-time code: how many more wrong ones are taken. */
  triesLeft?: number
  /** In the answers of `/api/verifications`. */
  success?: false
}

/** To be thrown; `http/answer-problems.ts` answers it, and `gate/answer-failures.ts` below `/db`. */
export const problem = (status: number, code: string, extra?: ProblemExtra) => new Problem(status, code, extra)

/** It will pass: worth asking again. */
export const unavailable = (cause?: unknown) =>
  new Problem(503, 'unavailable', { retryAfterSeconds: 5 }, cause === undefined ? undefined : { cause })
