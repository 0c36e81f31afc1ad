import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnreachable, Undecided } from '../couch/failures.ts'
import type { OutageLog } from '../couch/outage-log.ts'
import { Problem, problem, unavailable } from './problem.ts'
import { setSecurityHeaders } from './security-headers.ts'

/**
 * Sends every failure as `{error, message, fields?}`; details that are not for the caller are only logged. A page that
 * is requested by its path is redirected to the same path behind the app's `#`.
 */
export function handleErrors(app: FastifyInstance, outages: Outages): void {
  const sendError = answerWith(outages)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?')
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') && !OURS.test(path)
    return isPage ? reply.redirect(`/#${request.url}`) : sendError(problem(404, 'not_found'), request, reply)
  })
}

type Outages = Pick<OutageLog, 'tellsOfRequest'>

const OURS = /^\/+((db|api|dev|health|assets)(\/|$)|$)|\.[a-z0-9]+$/

/** Handles a path that cannot be decoded and that no route or hook has seen. */
export const handleBadUrl =
  (how: { isHttps: boolean }, outages: Outages) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    setSecurityHeaders(reply, how)
    answerWith(outages)(error, request, reply)
  }

/** Sends the answer to a failure; `shape` may give its body another form. */
export const answerWith =
  (outages: Outages) =>
  (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    shape: (body: Problem['body']) => object = (body) => body,
  ) => {
    const known = problemOf(error)
    // If the client has gone, its request is not logged as a failure.
    const isFailure = known.status >= 500 && !known.isMaintenance
    if (isFailure && !reply.raw.destroyed && !outages.tellsOfRequest(error)) request.log.error(error)
    return reply
      .code(known.status)
      .headers(known.headers)
      .type('application/json')
      .serializer(JSON.stringify)
      .send(shape(known.body))
  }

const FRAMEWORK: Record<string, [status: number, code: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'bad_json'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'bad_json'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large'],
  FST_ERR_BAD_URL: [400, 'bad_url'],
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  const [status, name] = FRAMEWORK[code] ?? []
  if (status && name) return problem(status, name)
  if (error instanceof SyntaxError && 'statusCode' in error) return problem(400, 'bad_json')
  if (isUnreachable(error) || error instanceof Undecided) return unavailable()
  // Fastify's own refusals carry a status. An error of CouchDB carries one too, and must stay hidden.
  if (code.startsWith('FST_') && error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500)
    return problem(Number(error.statusCode), 'bad_request')
  if (isForTheCaller(error)) return problem(error.statusCode, 'bad_request')
  return problem(500, 'internal', { message: 'Something went wrong.' })
}

/** True for errors of `http-errors` that are meant for the caller, with which @fastify/static refuses a path. */
const isForTheCaller = (error: unknown): error is Error & { statusCode: number } =>
  error instanceof Error &&
  'expose' in error &&
  error.expose === true &&
  'statusCode' in error &&
  Number(error.statusCode) < 500

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === error ? '' : codeOf(error.cause)
}
