/** A request ends after this much silence; the gate sends a heartbeat every 10 s while it holds a poll. */
const IDLE_MS = 45_000
/** An upload slower than this counts as silence. */
const BYTES_PER_SECOND = 4096

/**
 * A request that failed without a refusal by the gate. `problem` is an own property because PouchDB copies only those
 * of an error.
 */
export class GateError extends Error {
  readonly problem: 'timeout' | 'not-the-gate'

  constructor(problem: GateError['problem']) {
    super(problem)
    this.problem = problem
  }
}

interface Parts {
  fetch: typeof globalThis.fetch
  /** Called whenever bytes of the gate arrive. */
  contact?: () => void
  /**
   * Called before a request whose body may take `ms` to upload; the returned function is called when the upload is
   * over.
   */
  sending?: (ms: number) => () => void
}

/**
 * A `fetch` that always ends, with an answer of the gate or with an error. A deadline covers the whole body and each
 * chunk extends it. Answers of anything between the browser and the gate (captive portals, proxies) are failures.
 */
export function gateFetch({ fetch, contact, sending }: Parts): typeof globalThis.fetch {
  return async (input, init) => {
    const deadline = new Deadline()
    const follow = () => deadline.end(init?.signal?.reason)
    if (init?.signal?.aborted) follow()
    init?.signal?.addEventListener('abort', follow, { once: true })
    const settled = () => {
      deadline.disarm()
      init?.signal?.removeEventListener('abort', follow)
    }

    const uploadMs = (bytesOf(init?.body) * 1000) / BYTES_PER_SECOND
    const endUpload = uploadMs > 0 ? sending?.(uploadMs) : undefined
    deadline.arm(IDLE_MS + uploadMs)
    try {
      const { signal } = deadline
      const response = await fetch(input, {
        ...init,
        signal,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
      }).finally(endUpload)
      if (!isFromGate(response)) {
        deadline.end(new GateError('not-the-gate'))
        throw new GateError('not-the-gate')
      }
      const heard = () => {
        contact?.()
        deadline.arm(IDLE_MS)
      }
      heard()
      return new Response(response.body ? watched(response.body, heard, settled) : null, response)
    } catch (error) {
      settled()
      throw error
    }
  }
}

class Deadline {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  get signal() {
    return this.#controller.signal
  }

  arm(ms: number) {
    this.disarm()
    this.#timer = setTimeout(() => this.end(new GateError('timeout')), ms)
  }

  disarm() {
    clearTimeout(this.#timer)
  }

  end(reason: unknown) {
    this.disarm()
    this.#controller.abort(reason)
  }
}

function watched(body: ReadableStream<Uint8Array>, heard: () => void, settled: () => void) {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) {
          heard()
          controller.enqueue(value)
          return
        }
        settled()
        controller.close()
      } catch (error) {
        settled()
        controller.error(error)
      }
    },
    cancel(reason) {
      settled()
      return reader.cancel(reason)
    },
  })
}

const isFromGate = ({ headers }: Response) =>
  headers.has('Mogra-Gate') && /^application\/json\b/i.test(headers.get('Content-Type') ?? '')

const bytesOf = (body: unknown) => (typeof body === 'string' ? new TextEncoder().encode(body).byteLength : 0)
