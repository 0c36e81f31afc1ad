import { connect } from 'node:net'

/** A request exactly as it is sent: `fetch` would normalise its path. */
export interface RawRequest {
  method: string
  target: string
  headers?: readonly (readonly [name: string, value: string])[]
  body?: string | Buffer
}

interface Answer {
  status: number
  /** Header names are in lower case. */
  headers: Map<string, string>
  cookies: string[]
  body: string
  /** False if the answer was incomplete when the time was up. */
  isWhole: boolean
}

/** `closed` means cut off without an answer, `silent` that nothing arrived in time. */
export type Outcome = Answer | 'closed' | 'silent'

export interface Patience {
  ms: number
  /** The time after the headers, for answers that may be held open. */
  heldMs?: number
  /** The answer to a HEAD has a length but no body. */
  isHead?: boolean
  /** Called when the bytes are sent, to write more; returns the function that stops it. */
  goOn?: (write: (bytes: Buffer) => void) => Promise<(() => void) | undefined>
}

/** Sends one request on a connection of its own. */
export function send(url: string, request: RawRequest, patience: Patience): Promise<Outcome> {
  return exchange(url, bytesOf(url, request), { ...patience, isHead: request.method === 'HEAD' })
}

export function bytesOf(url: string, { method, target, headers = [], body }: RawRequest): Buffer {
  const names = headers.map(([name]) => name.toLowerCase())
  const own: [string, string][] = [
    ['host', new URL(url).host],
    ['connection', 'close'],
  ]
  if (body !== undefined && !names.includes('transfer-encoding'))
    own.push(['content-length', String(Buffer.byteLength(body))])
  const all = [...own.filter(([name]) => !names.includes(name)), ...headers]
  const head = [`${method} ${target} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), Buffer.from(body ?? '')])
}

/** Sends these bytes unchanged and reads one answer. */
export function exchange(
  url: string,
  bytes: Buffer,
  { ms, heldMs = ms, isHead = false, goOn }: Patience,
): Promise<Outcome> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) })
    let timer = setTimeout(end, ms)
    let hasHead = false

    let stop: (() => void) | undefined

    function end() {
      clearTimeout(timer)
      stop?.()
      socket.destroy()
      const answer = read(Buffer.concat(chunks))
      resolve(
        answer
          ? { ...answer, isWhole: answer.isWhole || isHead }
          : socket.readableEnded || socket.errored
            ? 'closed'
            : 'silent',
      )
    }
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      const answer = read(Buffer.concat(chunks))
      if (answer?.isWhole || (answer && isHead)) end()
      else if (answer && !hasHead) {
        hasHead = true
        clearTimeout(timer)
        timer = setTimeout(end, heldMs)
      }
    })
    socket.on('end', end)
    // An answer that arrived before the reset still counts.
    socket.on('error', end)
    socket.write(bytes, async () => {
      try {
        stop = await goOn?.((more) => socket.destroyed || socket.write(more))
        if (socket.destroyed) stop?.()
      } catch (error) {
        clearTimeout(timer)
        socket.destroy()
        reject(error)
      }
    })
  })
}

function read(bytes: Buffer): Answer | undefined {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = Number(line.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  if (status < 200) return read(rest)
  const all = lines.map((each) => {
    const colon = each.indexOf(':')
    return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()] as const
  })
  const headers = new Map(all)
  const cookies = all.flatMap(([name, value]) => (name === 'set-cookie' ? [value] : []))
  if (headers.get('transfer-encoding') === 'chunked') return { status, headers, cookies, ...dechunk(rest) }
  const length = Number(headers.get('content-length') ?? 0)
  return { status, headers, cookies, body: rest.toString(), isWhole: rest.length >= length }
}

function dechunk(bytes: Buffer): { body: string; isWhole: boolean } {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) return { body: Buffer.concat(parts).toString(), isWhole: size === 0 }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
