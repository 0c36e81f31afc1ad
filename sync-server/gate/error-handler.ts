import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnreachable, Undecided } from '../couch/failures.ts'
import type { OutageLog } from '../couch/outage-log.ts'
import { Problem, problem, unavailable } from '../http/problem.ts'

/** Sends every failure in CouchDB's form, `{error, reason}`, which PouchDB reads. */
export function handleGateErrors(app: FastifyInstance, outages: Pick<OutageLog, 'tellsOfRequest'>): void {
  const answer = answerWith(outages)
  app.setErrorHandler(answer)
  app.setNotFoundHandler((request, reply) => answer(problem(404, 'not_found'), request, reply))
}

const FRAMEWORK: Record<string, [status: number, code: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large'],
}

const answerWith =
  (outages: Pick<OutageLog, 'tellsOfRequest'>) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = problemOf(error)
    // If the client has gone, do not log its request as a failure. A `Problem` was logged where it arose.
    if (known.status >= 500 && !reply.raw.destroyed && !outages.tellsOfRequest(error) && known !== error)
      request.log.error(error)
    const { retryAfterSeconds } = known.extra
    return reply
      .code(known.status)
      .headers({ ...known.headers, 'mogra-gate': '1', 'cache-control': 'no-store' })
      .type('application/json')
      .send({
        error: known.code,
        reason: known.message,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      })
  }

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (!(error instanceof Error)) return problem(500, 'internal')
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const [status, name] = FRAMEWORK[code] ?? []
  if (status && name) return problem(status, name)
  if (String(code).startsWith('FST_') && statusCode < 500) return problem(statusCode, 'bad_request')
  // CouchDB failed or returned an unexpected status to the service itself; nano's errors carry its status.
  if (isUnreachable(error) || error instanceof Undecided || 'statusCode' in error) return unavailable()
  return problem(500, 'internal')
}
