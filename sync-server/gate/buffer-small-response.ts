import { Readable } from 'node:stream'
import { Problem, unavailable } from '../http/problem.ts'

const AHEAD_BYTES = 64 * 1024

/**
 * Reads a short answer of CouchDB completely, so that a slow reader does not hold a connection. A long answer is
 * returned as a stream.
 */
export async function bufferSmallResponse(body: Readable, atMost = AHEAD_BYTES): Promise<Buffer | Readable> {
  const chunks = body.iterator()
  const ahead: Buffer[] = []
  let bytes = 0
  while (bytes <= atMost) {
    const { value, done } = await chunks.next().catch((error: unknown) => {
      throw error instanceof Problem ? error : unavailable(error)
    })
    if (done) return Buffer.concat(ahead)
    ahead.push(value)
    bytes += value.length
  }
  const all = async function* () {
    yield* ahead
    yield* chunks
  }
  return Readable.from(all(), { objectMode: false })
}
