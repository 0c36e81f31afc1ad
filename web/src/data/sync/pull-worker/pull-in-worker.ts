import type { LastContact } from '../../gate/last-contact.ts'
import type { Environment } from '../../platform/environment.ts'
import type { StorageFailure } from '../../pouch/connections.ts'
import type { RunningReplication } from '../replication/replication-runner.ts'
import type { PullEvent, PullJob } from './messages.ts'

/** A worker that has not sent a message by then will not send one. */
const SILENCE_MS = 30_000
/** Longer than any of the worker's requests may be silent: browsers terminate workers without notice. */
const LATER_SILENCE_MS = 90_000

/** The parts of the page that learn what its worker reports. */
interface PullListeners {
  environment: Pick<Environment, 'origin' | 'pullWorker'>
  lastContact: Pick<LastContact, 'heard'>
  announce: (ids: readonly string[]) => void
  storageFailed: (failure: StorageFailure) => void
}

/**
 * Pulls the catalogue in a worker: PouchDB's work for two thousand documents would block the page for seconds. Returns
 * undefined if there are no workers; `broken` is called if there is none, or if it breaks later.
 */
export async function pullInWorker(
  listeners: PullListeners,
  database: string,
  batchSize: number,
  broken: () => void,
): Promise<RunningReplication | undefined> {
  const { origin, pullWorker } = listeners.environment
  try {
    const worker = pullWorker()
    return worker && (await begin(worker, { origin, remote: 'catalogue', database, batchSize }, listeners, broken))
  } catch {
    broken()
    return undefined
  }
}

function begin(
  worker: Worker,
  order: PullJob,
  listeners: PullListeners,
  isBroken: () => void,
): Promise<RunningReplication> {
  const pull = new WorkersPull(worker)
  return new Promise((resolve, reject) => {
    const broken = (reason: string) => {
      isBroken()
      const error = new Error(reason)
      pull.end('error', error)
      reject(error)
    }
    let silence: ReturnType<typeof setTimeout>
    const expectWithin = (ms: number) => {
      clearTimeout(silence)
      silence = setTimeout(() => broken('the worker is silent'), ms)
    }
    expectWithin(SILENCE_MS)
    pull.ended = () => clearTimeout(silence)
    worker.addEventListener('error', ({ message }) => broken(message ?? 'the worker cannot be had'))
    worker.addEventListener('messageerror', () => broken('the worker cannot be understood'))
    worker.addEventListener('message', ({ data: news }: MessageEvent<PullEvent>) => {
      expectWithin(LATER_SILENCE_MS)
      switch (news.type) {
        case 'begun':
          return resolve(pull)
        case 'heard':
          return listeners.lastContact.heard()
        case 'storage-failed':
          return listeners.storageFailed(news.failure)
        case 'stored':
          listeners.announce(news.ids)
          return pull.tell('change', { docs_written: news.written, pending: news.pending })
        case 'complete':
          return pull.end('complete', { status: 'complete' })
        case 'failed':
          return pull.end('error', Object.assign(new Error(news.error.message), news.error))
      }
    })
    worker.postMessage(order)
  })
}

/** Emits the events of a replication. */
class WorkersPull implements RunningReplication {
  readonly #worker: Worker
  readonly #listeners = new Map<string, ((result: never) => void)[]>()
  ended: () => void = () => undefined

  constructor(worker: Worker) {
    this.#worker = worker
  }

  on(event: string, listener: (result: never) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }

  tell(event: string, result: object): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(result as never)
  }

  end(event: 'complete' | 'error', result: object): void {
    this.cancel()
    this.tell(event, result)
  }

  /**
   * Nothing half-written remains: the browser rolls back an open transaction, and the next pull continues at the
   * checkpoint.
   */
  cancel(): void {
    this.ended()
    this.#worker.terminate()
  }
}
