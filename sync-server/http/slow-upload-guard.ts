import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from './address-limits.ts'
import type { ThroughputLimits } from './throughput-limits.ts'

/** Larger than any request except a long push. */
const LARGE_BYTES = 64 * 1024
const LARGE_OF_ADDRESS = 32

/**
 * A body is held in memory until it is complete, so an address may send only a few large ones at a time, and slow ones
 * are refused.
 */
export function guardSlowUploads(app: FastifyInstance, throughput: ThroughputLimits): void {
  // This runs before anything can refuse the request, because a refused body may still keep arriving.
  app.addHook('onRequest', async (request, reply) => {
    if (lengthOf(request) > 0) throughput.receive(request, reply)
  })
  app.addHook('preParsing', async (request, reply, payload) => {
    if (lengthOf(request) > LARGE_BYTES)
      throughput.begin(reply, [{ name: `large bodies from ${addressGroup(request.ip)}`, most: LARGE_OF_ADDRESS }])
    return payload
  })
}

/** Returns the length of the body; a chunked one may become as large as any. */
function lengthOf({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
}
