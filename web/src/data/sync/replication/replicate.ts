import * as v from 'valibot'
import { withStubResponses } from '../../gate/stub-responses.ts'
import type { Pouch, Replication } from '../../pouch/pouch.ts'
import { openHttp } from '../../pouch/replication.ts'
import { recordPushProgress } from '../../push-state/push-progress.ts'
import { clearRejected, type Offered, recordRejected } from '../../push-state/rejected-documents.ts'

/** A database behind the gate, with its push and pull. */
export interface Remote {
  /** The server's current count. */
  countDocuments(): Promise<number>
  /** Pushes this device's documents to the gate, and stores what was sent and what was refused. */
  push(local: Pouch, options: PushOptions): Promise<Push>
  /** Fetches new documents. Its checkpoint is stored with the local data, so that a rolled-back phone fetches again. */
  pull(local: Pouch, options: PullOptions): Replication
}

const Info = v.object({ doc_count: v.number() })

export async function connect(url: string, fetch: typeof globalThis.fetch): Promise<Remote> {
  const db = openHttp(url, withStubResponses(fetch))
  // If the first `_bulk_get` fails, PouchDB assumes a server without it and asks for single documents from then on,
  // which the gate does not provide. This first one is answered locally and cannot fail.
  await db.bulkGet({ docs: [] })
  return {
    async countDocuments() {
      const response = await fetch(url)
      return v.parse(Info, await response.json()).doc_count
    },
    push: (local, options) => startPush(local, db, options),
    pull: (local, options) => startPull(local, db, options),
  }
}

/**
 * Every own document and intent has `device`, no fact does. The selector is part of the replication's id: never change
 * it.
 */
const OURS = { device: { $gt: null } }

interface PushOptions {
  live: boolean
  batchSize: number
  /** `false`: everything is pushed again. */
  checkpoint?: 'source' | false
  /** Pushes only these documents. */
  ids?: readonly string[]
  now: () => Date
  /** Called with the documents whose state changed: sent, accepted or refused. */
  announce: (ids: readonly string[]) => void
}

interface PullOptions {
  live: boolean
  batchSize: number
  checkpoint?: 'target' | false
}

export interface Push {
  replication: Replication
  /** Resolves when the progress so far is stored. */
  noted(): Promise<void>
}

async function startPush(local: Pouch, remote: Pouch, options: PushOptions): Promise<Push> {
  const { live, batchSize, checkpoint = 'source', ids, now, announce } = options
  const { update_seq } = await local.info()
  const replication = local.replicate.to(noting(remote, local, options), {
    live,
    retry: false,
    checkpoint,
    batch_size: batchSize,
    ...(ids ? { doc_ids: [...ids] } : { selector: OURS }),
  })

  let notes = Promise.resolve()
  const note = (work: () => Promise<readonly string[]>) => {
    // A database that was destroyed meanwhile has nothing to store; the next push finds what this one could not store.
    notes = notes.then(work).then(announce, () => undefined)
  }
  const at = () => now().toISOString()
  const sent = (upTo: number) =>
    note(async () => {
      const marked = await recordPushProgress(local, upTo, at())
      return ['sent', ...marked]
    })

  if (!ids) {
    onCheckpoint(replication, sent)
    // When it becomes idle it has passed everything that was there when it began.
    const everything = Number(update_seq)
    replication.on('paused', () => sent(everything))
    replication.on('complete', ({ status }) => {
      if (status === 'complete') sent(everything)
    })
  }
  return { replication, noted: () => notes }
}

/**
 * PouchDB never pushes a refused document again, and its checkpoint passes over it: so the refusal is stored before
 * PouchDB gets the answer. If it cannot be stored, the batch fails and is pushed again.
 */
function noting(remote: Pouch, local: Pouch, { now, announce }: PushOptions): Pouch {
  const push = async (pushed: { docs: Offered[] }, options: object) => {
    const results: Awaited<ReturnType<Pouch['bulkDocs']>> = await Reflect.apply(remote.bulkDocs, remote, [
      pushed,
      options,
    ])
    // CouchDB returns nothing for documents that it accepted.
    const reasons = new Map(
      results.flatMap((one) =>
        'error' in one && String(one.error) === 'forbidden' ? [[one.id ?? '', one.reason ?? 'forbidden'] as const] : [],
      ),
    )
    for (const offered of pushed.docs) {
      const reason = reasons.get(offered._id)
      if (reason !== undefined) await recordRejected(local, offered, reason, now().toISOString())
    }
    const taken = pushed.docs.map(({ _id }) => _id).filter((id) => !reasons.has(id))
    await clearRejected(local, taken)
    announce(['refused', ...reasons.keys()])
    return results
  }
  return new Proxy(remote, { get: (db, name) => (name === 'bulkDocs' ? push : Reflect.get(db, name)) })
}

/** PouchDB reports checkpoints by an event that is missing in its types. */
function onCheckpoint(replication: Replication, passed: (seq: number) => void) {
  const emitter = replication as unknown as { on(event: 'checkpoint', listener: (at: object) => void): void }
  emitter.on('checkpoint', (at) => {
    if ('checkpoint' in at && typeof at.checkpoint === 'number') passed(at.checkpoint)
  })
}

function startPull(local: Pouch, remote: Pouch, { live, batchSize, checkpoint = 'target' }: PullOptions): Replication {
  return local.replicate.from(remote, { live, retry: false, checkpoint, batch_size: batchSize })
}
