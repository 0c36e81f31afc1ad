import { gateFetch } from '../../gate/gate-fetch.ts'
import { onStorageFailure } from '../../pouch/connections.ts'
import { openLocal } from '../../pouch/pouch.ts'
import { openRemote } from '../replication/remote.ts'
import type { PullError, PullEvent, PullJob } from './messages.ts'

/**
 * The pause between two batches: a phone with two cores draws one before it stores the next, and responds to taps
 * meanwhile.
 */
const BREATH_MS = 500

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Runs one pull to its end, over its own connection to the database. */
export async function runPull(
  order: PullJob,
  tell: (news: PullEvent) => void,
  { fetch = globalThis.fetch, pause = pauseFor } = {},
) {
  tell({ type: 'begun' })
  const ignoreStorage = onStorageFailure((failure, database) => {
    if (database === order.database) tell({ type: 'storage-failed', failure })
  })
  const local = openLocal(order.database)
  let isFirst = true
  const breathe = async () => {
    if (!isFirst) await pause(BREATH_MS)
    isFirst = false
  }
  try {
    const gate = gateFetch({
      fetch: async (input, init) => {
        if (String(input).includes('/_bulk_get')) await breathe()
        return fetch(input, init)
      },
      contact: () => tell({ type: 'heard' }),
    })
    const remote = await openRemote(order.origin, order.remote, gate)
    const pull = remote.pull(local, { live: false, batchSize: order.batchSize })
    pull.on('change', (result) => {
      const pending = 'pending' in result && typeof result.pending === 'number' ? result.pending : 0
      tell({ type: 'stored', ids: result.docs.map(({ _id }) => _id), written: result.docs_written, pending })
    })
    const { status } = await pull
    tell(status === 'complete' ? { type: 'complete' } : { type: 'failed', error: { message: status } })
  } catch (error) {
    tell({ type: 'failed', error: toPullError(error) })
  } finally {
    ignoreStorage()
  }
}

function toPullError(error: unknown): PullError {
  const { message, status, problem }: Partial<Record<string, unknown>> = Object(error)
  return {
    message: String(message ?? error),
    ...(typeof status === 'number' && { status }),
    ...(typeof problem === 'string' && { problem }),
  }
}
