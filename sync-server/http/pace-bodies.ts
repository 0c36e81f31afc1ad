import type { FastifyInstance } from 'fastify'
import { addressGroup } from '../accounts/address-limits.ts'
import type { PacedAnswers } from '../gate/paced-answers.ts'

/** Larger than anything but a long push. */
const LARGE_BYTES = 64 * 1024
const LARGE_OF_ADDRESS = 32

/** A body is held in memory until it is whole: an address sends few large ones at a time, and nobody trickles one in. */
export function paceBodies(app: FastifyInstance, answers: PacedAnswers): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && Number(length) === 0) return payload
    answers.receive(request, reply)
    // In chunks, it may become as large as any.
    if (encoding !== undefined || Number(length) > LARGE_BYTES)
      answers.begin(reply, [{ name: `large bodies from ${addressGroup(request.ip)}`, most: LARGE_OF_ADDRESS }])
    return payload
  })
}
