import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECURITY_HEADERS } from './security-headers.ts'

const REFUSALS: Record<string, [line: string, error: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'body_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow'],
}
const BROKEN: [line: string, error: string] = ['400 Bad Request', 'bad_request']

/**
 * Input that is not HTTP, or arrives too slowly, never becomes a request: this answers it on the bare socket, in the
 * usual form.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [line, code] = REFUSALS[error.code ?? ''] ?? BROKEN
  const { body, headers } = refusal(code)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${line}`, ...lines, '', body].join('\r\n'))
}

/** Refuses a body that does not arrive in time, whatever became of its request, as Node refuses such headers. */
export const refuseSlowUpload = (socket: Socket): void =>
  handleClientError(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)

/** Only `Expect: 100-continue` is supported; Node would answer any other expectation with an empty body. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { body, headers } = refusal('expectation_failed')
    response.writeHead(417, headers).end(body)
  })
}

function refusal(code: string) {
  const body = JSON.stringify({ error: code, message: code.replaceAll('_', ' ') })
  const length = String(Buffer.byteLength(body))
  return {
    body,
    headers: { ...SECURITY_HEADERS, 'content-type': 'application/json', 'content-length': length, connection: 'close' },
  }
}
