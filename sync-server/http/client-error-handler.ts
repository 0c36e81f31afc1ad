import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECURITY_HEADERS } from './security-headers.ts'

const REFUSALS: Record<string, [line: string, error: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'body_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow'],
}
const BROKEN: [line: string, error: string] = ['400 Bad Request', 'bad_request']

/** What is no HTTP, or comes too slowly, never becomes a request: it is answered as all else is, on the bare socket. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [line, code] = REFUSALS[error.code ?? ''] ?? BROKEN
  const { body, headers } = refusal(code)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${line}`, ...lines, '', body].join('\r\n'))
}

/** A body that does not come in time, whatever has become of its request: as Node refuses a head that does not. */
export const refuseSlowUpload = (socket: Socket): void =>
  handleClientError(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)

/** `Expect: 100-continue` is all that there is; Node would answer anything else itself, with nothing in it. */
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
