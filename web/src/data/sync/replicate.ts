import { noteRefused, noteTaken } from '../marks/refusals.ts'
import { noteSent } from '../marks/sent-marks.ts'
import type { Pouch, Replication } from '../pouch/pouch.ts'
import type { Running } from './link.ts'

/** Every own document and intent carries `device`, no fact does. Part of the replication's id: never change it. */
const OURS = { device: { $gt: null } }

interface PushOptions {
  live: boolean
  batchSize: number
  /** `false`: everything is offered again. */
  checkpoint?: 'source' | false
  /** Only these. */
  ids?: readonly string[]
  now: () => Date
  /** Documents of which more is known now: sent, taken, refused. */
  announce: (ids: readonly string[]) => void
}

export interface Push {
  replication: Replication
  /** Resolves when what has been pushed so far is noted. */
  noted(): Promise<void>
}

/** Offers this device's documents to the gate, and notes what was sent and what was refused. */
export async function startPush(local: Pouch, remote: Pouch, options: PushOptions): Promise<Push> {
  const { live, batchSize, checkpoint = 'source', ids, now, announce } = options
  const { update_seq } = await local.info()
  const replication = local.replicate.to(remote, {
    live,
    retry: false,
    checkpoint,
    batch_size: batchSize,
    ...(ids ? { doc_ids: [...ids] } : { selector: OURS }),
  })

  let notes = Promise.resolve()
  const note = (work: () => Promise<readonly string[]>) => {
    // A database destroyed meanwhile has nothing to note; the next push finds what this one could not write down.
    notes = notes.then(work).then(announce, () => undefined)
  }
  const at = () => now().toISOString()
  const sent = (upTo: number) =>
    note(async () => {
      const marked = await noteSent(local, upTo, at())
      return ['sent', ...marked]
    })

  replication.on('denied', (error) => {
    const { id, reason } = error as { id?: string; reason?: string }
    if (id)
      note(async () => {
        await noteRefused(local, id, reason ?? 'forbidden', at())
        return ['refused', id]
      })
  })
  replication.on('change', ({ docs }) => {
    const taken = docs.map((doc) => doc._id)
    note(async () => {
      await noteTaken(local, taken)
      return ['refused']
    })
  })
  if (!ids) {
    onCheckpoint(replication, sent)
    // Before it rests it has come past everything that was there when it began.
    const everything = Number(update_seq)
    replication.on('paused', () => sent(everything))
    replication.on('complete', ({ status }) => {
      if (status === 'complete') sent(everything)
    })
  }
  return { replication, noted: () => notes }
}

/** PouchDB tells of checkpoints by an event that its types leave out. */
function onCheckpoint(replication: Replication, passed: (seq: number) => void) {
  const emitter = replication as unknown as { on(event: 'checkpoint', listener: (at: object) => void): void }
  emitter.on('checkpoint', (at) => {
    if ('checkpoint' in at && typeof at.checkpoint === 'number') passed(at.checkpoint)
  })
}

interface PullOptions {
  live: boolean
  batchSize: number
  checkpoint?: 'target' | false
}

/** Fetches what is new; its checkpoint lives with the local data, so that a rolled-back phone fetches again. */
export const startPull = (
  local: Pouch,
  remote: Pouch,
  { live, batchSize, checkpoint = 'target' }: PullOptions,
): Replication => local.replicate.from(remote, { live, retry: false, checkpoint, batch_size: batchSize })

/** Tells with every batch how much of what there is has come; `before` stood here already when it began. */
export function watchFirstSync(
  pull: Running,
  before: number,
  moved: (progress: { done: number; total: number }) => void,
): void {
  pull.on('change', (result) => {
    const pending = 'pending' in result && typeof result.pending === 'number' ? result.pending : 0
    const done = before + result.docs_written
    moved({ done, total: done + pending })
  })
}
