import type { IncomingMessage } from 'node:http'

/**
 * The body of a request as a web stream, which touches the request only when it is read: a body that nobody reads is
 * discarded by Node when the answer has been sent. (`Readable.toWeb` would keep it paused, and the next request on the
 * same connection would wait for ever.)
 */
export function bodyOf(request: IncomingMessage): { stream: ReadableStream<Uint8Array>; release: () => void } {
  const stop = new AbortController()
  const isAborted = () => stop.signal.aborted

  function listen(controller: ReadableStreamDefaultController<Uint8Array>) {
    const on = (event: string, act: (chunk: Buffer) => void) => {
      request.on(event, act)
      stop.signal.addEventListener('abort', () => request.off(event, act))
    }
    const fail = () => {
      if (isAborted()) return
      stop.abort()
      controller.error(new Error('the body was cut off'))
    }
    on('data', (chunk) => {
      controller.enqueue(chunk)
      request.pause()
    })
    on('end', () => {
      stop.abort()
      controller.close()
    })
    on('error', fail)
    on('close', fail)
    if (request.destroyed) fail()
  }

  let isListening = false
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!isListening) listen(controller)
        isListening = true
        request.resume()
      },
    },
    { highWaterMark: 0 },
  )
  return {
    stream,
    /** The rest is discarded. */
    release() {
      stop.abort()
      // An error of a request that nobody listens to would end the process.
      request.on('error', () => undefined)
      request.resume()
    },
  }
}
