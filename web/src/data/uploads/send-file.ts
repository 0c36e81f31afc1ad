import { DetailedError, type HttpRequest, type HttpResponse, type HttpStack, Upload } from 'tus-js-client'
import type { Environment } from '../platform/environment.ts'
import type { FileRecord } from './file-store.ts'
import { UPLOADS_PATH, type UploadRefusal, type UploadWait } from './upload-state.ts'

export type Sent =
  | { is: 'done' }
  | { is: 'waiting'; wait: UploadWait; retryAfterMs?: number }
  | { is: 'refused'; refusal: UploadRefusal }
  /** The secret belongs to another upload. */
  | { is: 'taken' }
  /** The file was removed or replaced meanwhile. */
  | { is: 'gone' }

interface Needs {
  environment: Environment
  record: FileRecord
  bytes: ArrayBuffer
  /** Called after each request with the bytes that have arrived; returns false if the file is gone. */
  arrived: (sent: number) => Promise<boolean>
}

/** 16 s at 4 KB/s: what a cut line loses is little, and the bar moves. */
const CHUNK_BYTES = 64 * 1024
/** A request that takes longer has no line. */
const REQUEST_MS = 60_000

/** Sends a file, or what the service still lacks of it. It tries once: the caller decides when to try again. */
export function sendFile({ environment, record, bytes, arrived }: Needs): Promise<Sent> {
  const { secret, application, isBegun } = record
  const endpoint = `${environment.origin}${UPLOADS_PATH}`
  const content = new Blob([bytes])
  return new Promise((resolve) => {
    const upload = new Upload(content, {
      endpoint,
      // It asks there first how far it is, and begins if the service knows nothing of it.
      ...(isBegun && { uploadUrl: `${endpoint}/${secret}` }),
      metadata: { secret, application },
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      fingerprint: async () => secret,
      httpStack: stackOf(environment),
      fileReader: {
        openFile: async () => ({
          size: content.size,
          slice: async (start, end) => ({ value: content.slice(start, end), done: end >= content.size }),
          close: () => undefined,
        }),
      },
      onChunkComplete: (_size, sent) => {
        arrived(sent).then(
          (isThere) => {
            if (isThere) return
            void upload.abort()
            resolve({ is: 'gone' })
          },
          () => undefined,
        )
      },
      onSuccess: () => resolve({ is: 'done' }),
      onError: (error) => resolve(meaningOf(error)),
    })
    upload.start()
  })
}

const WAITS: Record<string, UploadWait> = {
  maintenance: 'maintenance',
  no_room: 'service_full',
  too_many_requests: 'too_many_requests',
}
const REFUSALS: Record<string, UploadRefusal> = {
  not_a_document: 'not_a_document',
  too_large: 'too_large',
  too_many_uploads: 'too_many_uploads',
}

function meaningOf(error: Error): Sent {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response) return { is: 'waiting', wait: 'offline' }
  const { error: code, retryAfterSeconds } = bodyOf(response)
  if (code === 'upload_exists') return { is: 'taken' }
  const refusal = REFUSALS[code]
  if (refusal) return { is: 'refused', refusal }
  const wait = WAITS[code] ?? 'service_failed'
  return { is: 'waiting', wait, ...(retryAfterSeconds !== undefined && { retryAfterMs: retryAfterSeconds * 1000 }) }
}

/** A captive portal answers something else. */
function bodyOf(response: HttpResponse): { error: string; retryAfterSeconds?: number } {
  try {
    const said: { error?: unknown; retryAfterSeconds?: unknown } = Object(JSON.parse(response.getBody()))
    const { error, retryAfterSeconds } = said
    return {
      error: typeof error === 'string' ? error : '',
      ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
    }
  } catch {
    return { error: '' }
  }
}

/** Requests go through the data layer's `fetch`, as all others do. */
const stackOf = ({ fetch }: Environment): HttpStack => ({
  getName: () => 'fetch',
  createRequest(method, url) {
    const headers = new Headers()
    const stop = new AbortController()
    const request: HttpRequest = {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => headers.set(name, value),
      getHeader: (name) => headers.get(name) ?? undefined,
      // A fetch does not say how much of its body was sent.
      setProgressHandler: () => undefined,
      getUnderlyingObject: () => undefined,
      abort: async () => stop.abort(),
      async send(body: Blob | null) {
        const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(REQUEST_MS)])
        const init = { method, headers, credentials: 'same-origin', cache: 'no-store', signal } as const
        const response = await fetch(url, { ...init, ...(body && { body }) })
        const text = await response.text()
        return {
          getStatus: () => response.status,
          getHeader: (name) => response.headers.get(name) ?? undefined,
          getBody: () => text,
          getUnderlyingObject: () => response,
        }
      },
    }
    return request
  },
})
