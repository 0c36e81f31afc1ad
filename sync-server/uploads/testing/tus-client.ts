import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { ulid } from 'ulid'

export const aSecret = () => randomBytes(16).toString('hex')

/** A file of this size that begins as a JPEG does. */
export function aJpeg(size: number): Buffer {
  const bytes = randomBytes(size)
  bytes.set([0xff, 0xd8, 0xff, 0xe0].slice(0, size))
  return bytes
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
export const metadataOf = (secret: string, application: string) =>
  `secret ${base64(secret)},application ${base64(application)}`

export interface Answer {
  status: number
  /** The reason code of a refusal. */
  error: string | undefined
  offset: number | undefined
}

/** Speaks tus to a service, one request at a time. */
export function tusClient(url: string, cookie?: string) {
  const always = { 'tus-resumable': '1.0.0', ...(cookie !== undefined && { cookie }) }

  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
    const sent = body === undefined ? {} : { body: new Uint8Array(body) }
    const response = await fetch(`${url}${path}`, { method, headers: { ...always, ...headers }, ...sent })
    const text = await response.text()
    const said = text === '' ? undefined : (JSON.parse(text) as { error?: string })
    const offset = response.headers.get('upload-offset')
    return { status: response.status, error: said?.error, offset: offset === null ? undefined : Number(offset) }
  }

  const patch = (secret: string, offset: number, bytes: Buffer, more: Record<string, string> = {}): Promise<Answer> =>
    ask(
      'PATCH',
      `/api/uploads/${secret}`,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...more },
      bytes,
    )
  const begin = (
    size: number,
    { secret = aSecret(), application = ulid() } = {},
  ): Promise<Answer & { secret: string }> =>
    ask('POST', '/api/uploads', {
      ...{ 'upload-length': String(size), 'upload-metadata': metadataOf(secret, application) },
    }).then((answer) => ({ ...answer, secret }))

  return {
    ask,
    begin,
    patch,
    head: (secret: string): Promise<Answer> => ask('HEAD', `/api/uploads/${secret}`),
    stop: (secret: string): Promise<Answer> => ask('DELETE', `/api/uploads/${secret}`),

    /** Begins an upload and sends all of it. */
    async upload(bytes: Buffer, of: { secret?: string; application?: string } = {}) {
      const { secret } = await begin(bytes.length, of)
      return { secret, ...(await patch(secret, 0, bytes)) }
    },

    /** Announces all of these bytes and sends only the first `sent`; returns the function that breaks the connection. */
    async sendPart(secret: string, offset: number, bytes: Buffer, sent: number) {
      const { hostname, port, host } = new URL(url)
      const socket = connect({ host: hostname, port: Number(port) })
      const head = [
        `PATCH /api/uploads/${secret} HTTP/1.1`,
        `host: ${host}`,
        'tus-resumable: 1.0.0',
        `upload-offset: ${offset}`,
        'content-type: application/offset+octet-stream',
        `content-length: ${bytes.length}`,
      ]
      const all = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes.subarray(0, sent)])
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.write(all, () => resolve())
      })
      return () => socket.destroy()
    },
  }
}
