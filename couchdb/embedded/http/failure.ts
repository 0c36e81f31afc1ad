/** An error response in CouchDB's format: `{error: word, reason}`. */
export class Failure extends Error {
  status: number
  word: string

  constructor(status: number, word: string, reason: string) {
    super(reason)
    this.status = status
    this.word = word
  }
}

export const badRequest = (reason: string, word = 'bad_request') => new Failure(400, word, reason)
export const badQuery = (reason: string) => new Failure(400, 'query_parse_error', reason)
export const unauthorized = (reason: string) => new Failure(401, 'unauthorized', reason)
export const forbidden = (reason: string) => new Failure(403, 'forbidden', reason)
export const notFound = (reason = 'missing') => new Failure(404, 'not_found', reason)
export const conflict = () => new Failure(409, 'conflict', 'Document update conflict.')
export const noDatabase = () => notFound('Database does not exist.')
export const noRoom = () => new Failure(507, 'insufficient_storage', 'No space left on the device.')
export const notAnAdmin = () => unauthorized('You are not a server admin.')

/** Matches Node's error codes and LevelDB's messages for a full disk. */
const NO_ROOM = /\b(ENOSPC|EDQUOT|EFBIG|No space left on device|Disk quota exceeded|File too large)\b/

/** PouchDB's own errors have `status`, `name` and `message`. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { status, statusCode, name, message, reason, code } = fieldsOf(error)
  if (NO_ROOM.test(`${code} ${message}`)) return noRoom()
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure(413, 'too_large', 'the request entity is too large')
  const known = typeof status === 'number' ? status : statusCode
  if (typeof known !== 'number' || known < 400 || known > 499 || typeof name !== 'string')
    return new Failure(500, 'internal_server_error', 'The server met an unexpected condition.')
  if (known === 409) return conflict()
  if (known === 404) return notFound(typeof reason === 'string' ? reason : 'missing')
  return new Failure(known, /^[a-z_]+$/.test(name) ? name : 'bad_request', String(message))
}

const fieldsOf = (error: unknown): Record<string, unknown> =>
  typeof error === 'object' && error !== null
    ? { ...error, name: Reflect.get(error, 'name'), message: Reflect.get(error, 'message') }
    : {}
