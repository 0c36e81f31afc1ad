import { openKeyedMutex } from '../concurrency/keyed-mutex.ts'
import { pauseWithJitter } from '../couch/back-off.ts'
import type { Couch } from '../couch/couch.ts'
import { Undecided } from '../couch/failures.ts'
import type { Stored } from '../couch/store.ts'
import { decisionId } from '../decider/decision.ts'
import { type Content, type CoreDocument, type CoreKind, type Entry, type Judgement, UNTOLD } from './core-document.ts'

/** The next state and what to call the change, or a reason why there is none. */
type Next<D extends CoreDocument, R> = { what: string; content: Content<D> } | { refused: R }

export type Decided<D extends CoreDocument, R> = { doc: D & Stored } | { refused: R; doc?: D & Stored }

interface Asked {
  at: string
  /** The ULID of the intent that asks; absent if a route decides. */
  intent?: string
  /** Set if the document has just been looked for in vain: it is written without being read once more. */
  isNew?: boolean
}

type RestingDocument = Pick<CoreDocument, '_id' | 'type' | 'restingSince' | 'tries'>

/** The core documents of one kind. Decisions that it returns have a quorum; otherwise it throws `Undecided`. */
export interface CoreStore<D extends CoreDocument> {
  /** Returns the document; deletes leaves that another copy of the database decided on its own. */
  read(id: string): Promise<(D & Stored) | undefined>
  /**
   * Decides by one compare-and-set. An intent that is named in the document's entries is done, whatever came after it.
   * `change` may be called several times.
   */
  decide<R = never>(id: string, asked: Asked, change: (doc: D | undefined) => Next<D, R>): Promise<Decided<D, R>>
  /** Judges a deadline: `judge` gets the current document, and returns undefined if there is nothing to judge. */
  judge(id: string, at: string, judge: (doc: D) => Promise<Judgement<D> | undefined>): Promise<(D & Stored) | undefined>
  /** Notes that everything up to the version of `doc` is told. */
  markTold(doc: D & Stored): Promise<void>
  /** Changes only the engine's own fields; does nothing if the document does not exist. */
  note(id: string, change: (doc: D) => D | undefined): Promise<void>
  /** Returns the documents that are untold, and those whose time has come by `now`. The index of both may lag. */
  waiting(now: Date, limit: number): Promise<{ untold: string[]; due: string[] }>
  /** Returns the documents that could not be told for so long that they are tried once a day. */
  resting(): Promise<RestingDocument[]>
  /** Returns the documents that have open rows in feeds. The index may lag. */
  listed(): Promise<string[]>
}

const TRIES = 30
const WAIT_MS = 20
const RESTING_AT_MOST = 500
const LISTED_AT_MOST = 100_000

export function openCoreStore<D extends CoreDocument>(couch: Couch, kind: CoreKind<D>): CoreStore<D> {
  const store = couch.db(kind.database)
  const audit = couch.db('audit')
  const withDecidingLock = openKeyedMutex()
  /** A database may hold several kinds. */
  const ofThisKind = { $gt: kind.idPrefix, $lt: `${kind.idPrefix}\uffff` }

  const upgraded = (doc: D & Stored): D & Stored => (kind.upgraded ? { ...kind.upgraded(doc), _rev: doc._rev } : doc)

  async function read(id: string) {
    const chosen = await readStanding(id)
    return chosen && upgraded(chosen)
  }

  async function readStanding(id: string) {
    const [chosen, ...others] = await store.standing<D>(id)
    if (!chosen || others.length === 0) return chosen
    const leaves = [chosen, ...others]
    const told = Math.max(...leaves.map((leaf) => leaf.told))
    const candidates = leaves.filter((leaf) => leaf.told === told)
    let standing = candidates[0] ?? chosen
    // Effects need a quorum. If nothing was told yet, a leaf whose decision is in `audit` had one.
    if (candidates.length > 1) for (const leaf of candidates) if (await isDecided(leaf)) standing = leaf
    for (const leaf of leaves) if (leaf !== standing) await store.remove(leaf)
    return standing
  }

  async function isDecided({ entries }: D): Promise<boolean> {
    const newest = entries.findLast(({ intent }) => intent !== undefined)
    return newest?.intent !== undefined && (await audit.get(decisionId(newest.intent))) !== undefined
  }

  function entriesOf({ entries, told }: D): readonly Entry[] {
    if (kind.entriesAtMost === undefined || entries.length <= kind.entriesAtMost) return entries
    const over = entries.length - kind.entriesAtMost
    return entries.filter((entry, n) => n >= over || entry.version > told)
  }

  const decidedDoc = (id: string, before: D | undefined, content: Content<D>, news: Omit<Entry, 'version'>) => {
    const version = (before?.version ?? 0) + 1
    const entries = [...(before ? entriesOf(before) : []), { version, ...news }]
    const kept = { ...failureOf(before), version, told: before?.told ?? 0, entries }
    return withListing({ ...content, _id: id, ...kept, nextAt: UNTOLD } as unknown as D)
  }

  const laterDoc = (before: D & Stored, content: Content<D>) => {
    const { _id, _rev, version, told, entries } = before
    const doc = { ...content, _id, ...failureOf(before), version, told, entries } as unknown as D
    return { ...withDeadline(withListing(doc), kind.deadlineOf(doc)), _rev }
  }

  function toldDoc(doc: D, told: number): D {
    const { tries: _, restingSince: __, ...rest } = doc
    const marked = { ...rest, told } as unknown as D
    return kind.withoutTold?.(marked) ?? marked
  }

  function withListing(doc: D): D {
    const hasRows = (kind.openRows?.(doc) ?? []).length > 0
    return hasRows ? { ...doc, listed: true } : doc
  }

  return {
    read,

    decide: (id, { at, intent, isNew = false }, change) =>
      withDecidingLock(id, async () => {
        for (let tries = 1; tries <= TRIES; tries += 1) {
          const before = isNew && tries === 1 ? undefined : await read(id)
          if (before && intent !== undefined && before.entries.some((entry) => entry.intent === intent)) {
            // The first write may have had no quorum, and then the entry proves nothing: this write gives it one.
            const again = await store.put(before)
            if (again !== 'conflict') return { doc: { ...before, _rev: again.rev } }
          } else {
            const next = change(before)
            if ('refused' in next) return { ...next, ...(before && { doc: before }) }
            const doc = decidedDoc(id, before, next.content, { what: next.what, at, ...(intent && { intent }) })
            const answer = await store.put({ ...doc, _rev: before?._rev })
            if (answer !== 'conflict') return { doc: { ...doc, _rev: answer.rev } }
          }
          await pauseWithJitter(WAIT_MS * Math.min(tries, 10))
        }
        throw new Undecided(`${kind.database}/${id}: others kept writing it`)
      }),

    judge: (id, at, judge) =>
      withDecidingLock(id, async () => {
        const before = await read(id)
        const judgement = before && (await judge(before))
        if (!before || !judgement) return undefined
        const doc =
          'later' in judgement
            ? laterDoc(before, judgement.later)
            : { ...decidedDoc(id, before, judgement.content, { what: judgement.what, at }), _rev: before._rev }
        const answer = await store.put(doc)
        // Somebody else wrote the document meanwhile: the next sweep judges it.
        return answer === 'conflict' ? undefined : { ...doc, _rev: answer.rev }
      }),

    async markTold(doc) {
      const told = toldDoc(doc, doc.version)
      if ((await store.put({ ...withDeadline(told, kind.deadlineOf(told)), _rev: doc._rev })) !== 'conflict') return
      await store.update<D>(doc._id, (now) => (now && now.told < doc.version ? toldDoc(now, doc.version) : undefined))
    },

    note: (id, change) => store.update<D>(id, (doc) => doc && change(kind.upgraded ? kind.upgraded(doc) : doc)),

    async waiting(now, limit) {
      const ask = (nextAt: object) =>
        store.find<Pick<D, '_id' | 'nextAt'>>('by-next', {
          selector: { nextAt, _id: ofThisKind },
          fields: ['_id', 'nextAt'],
          limit,
        })
      const $lte = now.toISOString()
      const first = await ask({ $gte: UNTOLD, $lte })
      const untold = first.filter(({ nextAt }) => nextAt === UNTOLD)
      // The untold documents come first, and may leave no room for those that are due.
      const due =
        first.length < limit ? first.filter(({ nextAt }) => nextAt !== UNTOLD) : await ask({ $gt: UNTOLD, $lte })
      return { untold: untold.map(({ _id }) => _id), due: due.map(({ _id }) => _id) }
    },

    resting: () =>
      store.find<RestingDocument>('by-resting', {
        selector: { restingSince: { $gt: '' }, _id: ofThisKind },
        fields: ['_id', 'type', 'restingSince', 'tries'],
        limit: RESTING_AT_MOST,
      }),

    async listed() {
      const selector = { listed: true, _id: ofThisKind }
      return (await store.find('by-listed', { selector, fields: ['_id'], limit: LISTED_AT_MOST })).map(({ _id }) => _id)
    },
  }
}

/** A decision does not make telling succeed, so the failures stay noted until telling succeeds. */
const failureOf = ({ tries, restingSince }: Partial<CoreDocument> = {}) => ({
  ...(tries !== undefined && { tries }),
  ...(restingSince !== undefined && { restingSince }),
})

/** Sets the deadline. In a final state there is none, and no index lists the document. */
export function withDeadline<D extends CoreDocument>(doc: D, deadline: string | undefined): D {
  const { nextAt: _, ...rest } = doc
  return (deadline === undefined ? rest : { ...rest, nextAt: deadline }) as D
}
