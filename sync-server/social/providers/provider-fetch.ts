import type { CustomFetchOptions } from 'openid-client'

const MAX_BYTES = 256 * 1024
/** For each request to a provider, while the person is waiting. */
export const PATIENCE_S = 5

type Asked = Partial<Pick<CustomFetchOptions, 'method' | 'headers' | 'body'>>

/** Like `fetch`, with limits: neither a provider that never answers nor an endless answer blocks a sign-in. */
export async function providerFetch(url: string | URL, { method, headers, body }: Asked = {}): Promise<Response> {
  const response = await fetch(url, {
    ...{ method: method ?? 'GET', headers: headers ?? {}, body: isForm(body) ? body : null },
    ...{ redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_S * 1000) },
  })
  return readWhole(response)
}

/** True for a form, the only kind of body that a sign-in sends. */
const isForm = (body: unknown) => body instanceof URLSearchParams

async function readWhole(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`More than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const { status, headers } = response
  const body = chunks.length === 0 || [204, 304].includes(status) ? null : Buffer.concat(chunks)
  return new Response(body, { status, headers: new Headers([...headers].filter(([name]) => !FRAMING.has(name))) })
}

/** These headers described the body on the wire, which is read by now. */
const FRAMING = new Set(['content-encoding', 'content-length', 'transfer-encoding'])
