import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from './address-limits.ts'
import type { ThroughputLimits } from './throughput-limits.ts'

/** Larger than anything but a long push. */
const LARGE_BYTES = 64 * 1024
const LARGE_OF_ADDRESS = 32

/** A body is held in memory until it is whole: an address sends few large ones at a time, and nobody trickles one in. */
export function guardSlowUploads(app: FastifyInstance, throughput: ThroughputLimits): void {
  // Before anything can refuse it: what is refused may go on coming all the same.
  app.addHook('onRequest', async (request, reply) => {
    if (lengthOf(request) > 0) throughput.receive(request, reply)
  })
  app.addHook('preParsing', async (request, reply, payload) => {
    if (lengthOf(request) > LARGE_BYTES)
      throughput.begin(reply, [{ name: `large bodies from ${addressGroup(request.ip)}`, most: LARGE_OF_ADDRESS }])
    return payload
  })
}

/** In chunks, it may become as large as any. */
function lengthOf({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
}
