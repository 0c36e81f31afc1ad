import { openKeyedMutex } from '../concurrency/keyed-mutex.ts'
import type { Couch } from '../couch/couch.ts'
import { isUnreachable } from '../couch/failures.ts'
import type { Report } from '../couch/outage-log.ts'
import type { Stored } from '../couch/store.ts'
import { LeaseLost } from '../lease/lease.ts'
import { type CoreDocument, type CoreKind, type News, type Step, type TellStep, UNTOLD } from './core-document.ts'
import { type CoreStore, withDeadline } from './core-store.ts'

/** A kind of core documents and where they are kept. */
export interface Kept<D extends CoreDocument> {
  kind: CoreKind<D>
  store: CoreStore<D>
}

/** The sweep never looks into what the documents of a kind hold. */
type AnyKept = Kept<CoreDocument>

/** Runs what only the holder of the lease may do; does nothing if another process holds it. */
type UnderLease = (work: (held: { term: number; step: Step }) => Promise<void>) => Promise<void>

/** Tells what was decided and judges the deadlines that have come. */
export interface Sweep {
  /**
   * Tells at once what was just decided, in the holder's `step`: what the person who asked waits for. The late steps, and
   * the mark that everything is told, follow in the background under the lease, so that no receipt waits for them. A later
   * sweep tells again what failed.
   */
  tell<D extends CoreDocument>(kept: Kept<D>, doc: D & Stored, step: Step): Promise<void>
  /** Sweeps now instead of in a few seconds. Routes call it after they have decided something. */
  sweepSoon(): void
  /** Resolves when nothing is unfinished that was told at once; for tests. */
  settled(): Promise<void>
  /** Somebody has written to this database, perhaps another instance: sweeps the kinds that are kept there, in a moment. */
  heard(database: string): void
  /** Waits for what was told at once, sweeps every kind, and waits for slow documents; for tests. */
  sweepNow(): Promise<void>
  /** Sweeps regularly. Returns a function that stops this, and resolves when the running sweep has ended. */
  start(): () => Promise<void>
  /** What could not be told for so long that it is tried once a day, for the admins. */
  resting(): Promise<Resting[]>
  /** Tries to tell this document now; returns false where it does not rest. */
  retry(id: string): Promise<boolean>
  /** Returns whether deadlines rest because the clocks differ, for `/health`. */
  state(): { rest: boolean; clockOffSeconds: number }
}

interface Resting {
  id: string
  type: string
  since: string
  tries: number
}

const EVERY_MS = 5_000
/** Writes of this time are heard together: most are this instance's own, and have nothing to be told. */
const HEARD_TOGETHER_MS = 250
const FINISHED_AT_ONCE = 8
const PAGE = 200
const MINUTE_MS = 60_000
/** The waits between tries to tell. After them telling is tried once a day, and the document is listed as resting. */
const RETRY_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]
const DAILY_MS = 24 * 60 * MINUTE_MS
const FRESH_MS = 7 * DAILY_MS
/** How long people must have been able to reach the service before a deadline takes something from them. */
const GRACE_MS = 3 * MINUTE_MS
const CLOCKS_DIFFER_MS = 60_000

interface Needs {
  couch: Pick<Couch, 'clockOffMs'>
  kinds: readonly AnyKept[]
  underLease: UnderLease
  now: () => Date
  /** Resolves with true during maintenance. */
  isClosed?: () => Promise<boolean>
  report?: Report
}

export function openSweep({
  couch,
  kinds,
  underLease,
  now,
  isClosed = async () => false,
  report = console.error,
}: Needs): Sweep {
  const withTellingLock = openKeyedMutex()
  const oneAfterTheOther = openKeyedMutex()
  /** The slow documents that are settled beside the rounds, by id; each resolves with true if it wrote something. */
  const beside = new Map<string, Promise<boolean>>()
  let term = 0
  let mayTakeFromMs = 0
  /** As it was at the last page on which a deadline had come. */
  let clockOffMs = 0
  let isStopped = false

  const doClocksDiffer = () => Math.abs(clockOffMs) > CLOCKS_DIFFER_MS

  function newsOf({ entries, told }: CoreDocument): News {
    const all = entries.filter(({ version }) => version > told)
    const since = new Date(now().getTime() - FRESH_MS).toISOString()
    return { all, fresh: all.filter(({ at }) => at >= since) }
  }

  /** Returns what went wrong: one step that fails holds up no other. Throws only if nothing can be written at the moment. */
  async function writeAll(steps: readonly TellStep[], step: Step): Promise<unknown[]> {
    const failures: unknown[] = []
    for (const { name, write } of steps) {
      try {
        await step(name, write)
      } catch (error) {
        if (isNobodysFault(error)) throw error
        failures.push(error)
      }
    }
    return failures
  }

  async function writeAndMark<D extends CoreDocument>(
    { kind, store }: Kept<D>,
    doc: D & Stored,
    steps: readonly TellStep[],
    step: Step,
  ): Promise<void> {
    const failures = await writeAll(steps, step)
    if (failures.length === 0) return step('mark as told', () => store.markTold(doc))
    for (const error of failures) report(`${doc._id} could not be told`, error)
    await step('note the failure', () => store.note(doc._id, (found) => failed(kind, found)))
  }

  const tellAll = <D extends CoreDocument>(kept: Kept<D>, doc: D & Stored, step: Step): Promise<void> =>
    withTellingLock(doc._id, () => writeAndMark(kept, doc, kept.kind.tell(doc, newsOf(doc)), step))

  /** What is still to be done after `tell`, by the document's id; a later telling covers an earlier one. */
  const unfinished = new Map<string, (step: Step) => Promise<void>>()
  const finishing = new Set<string>()
  const atWork = new Set<Promise<void>>()

  async function tell<D extends CoreDocument>(kept: Kept<D>, doc: D & Stored, step: Step): Promise<void> {
    await withTellingLock(doc._id, async () => {
      const steps = kept.kind.tell(doc, newsOf(doc))
      const failures = await writeAll(
        steps.filter(({ isLate }) => !isLate),
        step,
      )
      if (failures.length > 0) return
      const late = steps.filter(({ isLate }) => isLate)
      unfinished.set(doc._id, (step) => withTellingLock(doc._id, () => writeAndMark(kept, doc, late, step)))
    })
    finishSoon()
  }

  /** What is not finished, for instance because the process ends, is told again by the next sweep. */
  function finishSoon() {
    if (isStopped || atWork.size >= FINISHED_AT_ONCE || unfinished.size === 0) return
    const working = finishAll().catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) report('What was just told could not be finished', error)
    })
    atWork.add(working)
    void working.finally(() => atWork.delete(working))
  }

  async function finishAll() {
    for (const [id, finish] of unfinished) {
      unfinished.delete(id)
      finishing.add(id)
      try {
        await underLease(({ step }) => finish(step))
      } catch (error) {
        // The sweep leaves alone what is unfinished, so it must be free to tell all of it.
        unfinished.clear()
        throw error
      } finally {
        finishing.delete(id)
      }
    }
  }

  async function settled() {
    while (atWork.size > 0) await Promise.all(atWork)
  }

  function failed<D extends CoreDocument>(kind: CoreKind<D>, doc: D): D {
    const tries = (doc.tries ?? 0) + 1
    const wait = RETRY_MS[tries - 1]
    const again = new Date(now().getTime() + (wait ?? DAILY_MS)).toISOString()
    const deadline = kind.deadlineOf(doc)
    return {
      ...doc,
      tries,
      // A deadline that has come is judged beside this, or rests: it must not bring the next try forward.
      nextAt: deadline !== undefined && deadline > now().toISOString() && deadline < again ? deadline : again,
      ...(wait === undefined && { restingSince: doc.restingSince ?? now().toISOString() }),
    }
  }

  /** Returns true if it wrote something. */
  async function settle<D extends CoreDocument>(
    kept: Kept<D>,
    id: string,
    { step, doDeadlinesRest, isBeside }: { step: Step; doDeadlinesRest: () => Promise<boolean>; isBeside?: true },
  ): Promise<boolean> {
    if (unfinished.has(id) || finishing.has(id)) return false
    const { kind, store } = kept
    const doc = await store.read(id)
    const isDue = (time: string | undefined) => time !== undefined && time <= now().toISOString()
    if (!doc || !isDue(doc.nextAt)) return false
    const isUntold = doc.told < doc.version
    if (isUntold && !isBeside && kind.isSlow?.(doc)) {
      settleBeside(kept, id)
      return false
    }
    if (isUntold) await tellAll(kept, doc, step)
    if (!isDue(kind.deadlineOf(doc))) {
      if (!isUntold) await step('note deadline', () => store.note(id, (found) => listed(kind, found)))
      return true
    }
    if (await doDeadlinesRest()) return isUntold
    if (kind.takesAway?.(doc) && now().getTime() < mayTakeFromMs) {
      const nextAt = new Date(mayTakeFromMs).toISOString()
      await step('put off', () =>
        store.note(id, (found) => (found.told === found.version ? { ...found, nextAt } : undefined)),
      )
      return true
    }
    // The entry has the time by which it was judged: what is told of it is found by that time.
    const judgedAt = now()
    const judged = await step('judge deadline', () =>
      store.judge(id, judgedAt.toISOString(), async (found) =>
        isDue(kind.deadlineOf(found)) ? kind.due(found, { now: judgedAt, step }) : undefined,
      ),
    )
    if (judged && judged.told < judged.version) await tellAll({ kind, store }, judged, step)
    return judged !== undefined
  }

  /** One slow document after the other: each of them may hold a whole file in memory. */
  function settleBeside<D extends CoreDocument>(kept: Kept<D>, id: string) {
    if (beside.has(id)) return
    const settling = oneAfterTheOther('slow', async () => {
      let hasWritten: boolean | undefined
      if (isStopped) return false
      await underLease(async ({ step }) => {
        const context = { step, doDeadlinesRest: compareClocksOnce(), isBeside: true } as const
        hasWritten = await tried(id, () => settle(kept, id, context))
      })
      return hasWritten ?? false
    }).finally(() => beside.delete(id))
    beside.set(id, settling)
    settling.then((hasWritten) => hasWritten && sweepAgain(), reportFailure)
  }

  /** Gives a document its deadline if it is told but still listed as untold. */
  function listed<D extends CoreDocument>(kind: CoreKind<D>, doc: D): D | undefined {
    const deadline = kind.deadlineOf(doc)
    return doc.told === doc.version && deadline !== doc.nextAt ? withDeadline(doc, deadline) : undefined
  }

  /** Compares our clock with CouchDB's when it is called first. */
  function compareClocksOnce(): () => Promise<boolean> {
    let differing: Promise<boolean> | undefined
    const compare = async () => {
      clockOffMs = await couch.clockOffMs()
      return doClocksDiffer()
    }
    return () => {
      differing ??= compare()
      return differing
    }
  }

  /** Reports a failure that only concerns this document; throws if nothing can be written at the moment. */
  async function tried<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (isNobodysFault(error)) throw error
      report(`${id} could not be judged`, error)
      return undefined
    }
  }

  /** Returns true if it wrote something: then more may be due at once. */
  async function sweepPage(kept: AnyKept, step: Step): Promise<boolean> {
    const { untold, due } = await kept.store.waiting(now(), PAGE)
    const context = { step, doDeadlinesRest: compareClocksOnce() }
    let hasWritten = false
    for (const id of new Set([...untold, ...due]))
      if (await tried(id, () => settle(kept, id, context))) hasWritten = true
    return hasWritten
  }

  /** Sweeps these kinds, and then all as long as something was written. */
  const sweepRound = (first = kinds) =>
    oneAfterTheOther('round', () =>
      underLease(async ({ term: held, step }) => {
        if (held !== term || (await isClosed())) mayTakeFromMs = now().getTime() + GRACE_MS
        term = held
        // Page by page and kind by kind, so that a long job of one kind does not delay what is decided meanwhile.
        for (let hasWritten = true, next = first; hasWritten; next = kinds) {
          hasWritten = false
          for (const kept of next) if (await sweepPage(kept, step)) hasWritten = true
        }
      }),
    )

  async function sweepNow() {
    // A round leaves alone what is unfinished.
    await settled()
    for (let hasWritten = true; hasWritten; ) {
      await sweepRound()
      hasWritten = (await Promise.all(beside.values())).includes(true)
    }
  }

  function reportFailure(error: unknown) {
    // Another holder goes on, or this one ends.
    if (error instanceof LeaseLost) return
    report('What was decided could not be told; it is tried again', error)
  }

  let sweepAgain = (_these = kinds) => {}
  /** The databases whose kinds are swept in a moment. */
  const heard = new Set<string>()
  return {
    tell,
    settled,
    sweepNow,

    sweepSoon: () => sweepAgain(),

    heard(database) {
      const here = kinds.filter(({ kind }) => kind.database === database)
      if (here.length === 0 || heard.has(database)) return
      heard.add(database)
      setTimeout(() => {
        heard.delete(database)
        sweepAgain(here)
      }, HEARD_TOGETHER_MS)
    },

    start() {
      let running: Promise<void> | undefined
      const wanted = new Set<AnyKept>()
      async function sweepWhileWanted() {
        while (wanted.size > 0) {
          const these = [...wanted]
          wanted.clear()
          await sweepRound(these).catch(reportFailure)
        }
        running = undefined
      }
      const wake = (these = kinds) => {
        for (const kept of these) wanted.add(kept)
        running ??= sweepWhileWanted()
      }
      wake()
      sweepAgain = wake
      const timer = setInterval(() => wake(), EVERY_MS)
      return async () => {
        isStopped = true
        sweepAgain = () => {}
        clearInterval(timer)
        wanted.clear()
        await running
        await settled()
        await Promise.allSettled(beside.values())
      }
    },

    async resting() {
      const all = await Promise.all(kinds.map(({ store }) => store.resting()))
      return all
        .flat()
        .flatMap(({ _id, type, restingSince, tries = 0 }) =>
          restingSince === undefined ? [] : [{ id: _id, type, since: restingSince, tries }],
        )
    },

    async retry(id) {
      const kept = kinds.find(({ kind }) => id.startsWith(kind.idPrefix))
      if ((await kept?.store.read(id))?.restingSince === undefined) return false
      await kept?.store.note(id, (doc: CoreDocument) =>
        doc.restingSince === undefined ? undefined : { ...doc, nextAt: UNTOLD },
      )
      sweepAgain()
      return true
    },

    state: () => ({ rest: doClocksDiffer(), clockOffSeconds: Math.round(clockOffMs / 1000) }),
  }
}

/** The lease is lost, or CouchDB has no quorum: no document is to blame, and nothing else can be written either. */
const isNobodysFault = (error: unknown) => isUnreachable(error) || error instanceof LeaseLost
