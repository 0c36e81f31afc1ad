import { type Asked, type Intent, type IntentKind, intentId, type Receipt, receiptId, ulidOf } from '#model'
import type { Pouch } from '../pouch/pouch.ts'
import { type PushProgress, readPushProgress } from '../push-state/push-progress.ts'
import { type RejectedDocuments, readRejectedDocuments } from '../push-state/rejected-documents.ts'
import type { DocumentCache } from './document-cache.ts'
import { isAsked, withProgress } from './intent-progress.ts'

const ofCaches = new WeakMap<DocumentCache, KeptIntents>()

/** Returns the intents of a mailbox, at least those from this ULID on, as of the last change that the feed has reported. */
export async function readIntents(
  { db, documents }: { db: Pouch; documents: DocumentCache },
  since: string,
): Promise<KeptIntents> {
  const kept = ofCaches.get(documents) ?? new KeptIntents(documents)
  ofCaches.set(documents, kept)
  await Promise.all([documents.loadFrom('intent', intentId(since)), documents.loadFrom('receipt', receiptId(since))])
  const turn = kept.nextTurn()
  // A mark is deleted when its receipt comes. A read that misses both is repeated when the feed reports the receipt.
  const [sent, refusals] = await Promise.all([
    readPushProgress(db),
    readRejectedDocuments(db),
    documents.follow('heard'),
  ])
  kept.update(turn, sent, refusals)
  return kept
}

/** The intents that are still kept, with how far each of them got, as far back as they have been read. */
export class KeptIntents {
  readonly #documents: DocumentCache
  readonly #asked = new Map<string, Asked<IntentKind>>()
  /** Ids of the intents that came, changed or were deleted, in that order. */
  readonly #log: string[] = []
  #followed = 0
  #turns = 0
  /** The turn in which the marks below were read. */
  #turn = 0
  #from: string | undefined
  #sent: PushProgress['times'] = {}
  #refused: RejectedDocuments['documents'] = {}
  #sorted: readonly Asked<IntentKind>[] | undefined

  constructor(documents: DocumentCache) {
    this.#documents = documents
  }

  /** The ULID from which on all intents are loaded; empty if all are. */
  get from(): string {
    return this.#from ?? ''
  }

  get(id: string): Asked<IntentKind> | undefined {
    return this.#asked.get(id)
  }

  /** Returns the intents of these kinds, oldest first. */
  ofKinds<K extends IntentKind>(...kinds: readonly K[]): Asked<K>[] {
    this.#sorted ??= [...this.#asked].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, asked]) => asked)
    return this.#sorted.filter((asked) => isAsked(asked, kinds))
  }

  /** Returns the ids of the intents that came, changed or were deleted since the log had this length, and its length now. */
  loggedSince(length: number): { ids: Iterable<string>; length: number } {
    return { ids: new Set(this.#log.slice(length)), length: this.#log.length }
  }

  /** Returns the number of a reading of the marks, before it begins. */
  nextTurn(): number {
    this.#turns += 1
    return this.#turns
  }

  /** Takes over what has changed since the last time in documents and in marks. Marks of an earlier turn are dropped. */
  update(turn: number, sent: PushProgress, refusals: RejectedDocuments): void {
    const isOld = turn < this.#turn
    const times = isOld ? this.#sent : sent.times
    const refused = isOld ? this.#refused : refusals.documents
    const documents = this.#documents.loggedSince(this.#followed)
    const ids = [...documents.ids].filter((id) => id.startsWith('intent:') || id.startsWith('receipt:'))
    const touched = new Set([
      ...ids.map((id) => intentId(ulidOf(id))),
      ...changedKeys(this.#sent, times),
      ...changedKeys(this.#refused, refused),
      ...this.#reach(),
    ])
    this.#followed = documents.length
    this.#turn = Math.max(turn, this.#turn)
    this.#sent = times
    this.#refused = refused
    for (const id of touched) this.#lookAt(id)
  }

  /** Returns the ids of the intents whose receipts have been loaded since the last time. */
  #reach(): string[] {
    const before = this.#from
    const loadedFrom = [this.#documents.loadedFrom('intent'), this.#documents.loadedFrom('receipt')]
    const from =
      loadedFrom
        .map((id) => ulidOf(id ?? ''))
        .sort()
        .at(-1) ?? ''
    this.#from = from
    if (from === before) return []
    const ids = this.#documents.loaded<Intent>('intent').map(({ _id }) => _id)
    return ids.filter((id) => ulidOf(id) >= from && (before === undefined || ulidOf(id) < before))
  }

  #lookAt(id: string) {
    const ulid = ulidOf(id)
    // Without its receipt, which may not be loaded yet, it would be shown as undecided.
    const intent = ulid < this.from ? undefined : this.#documents.one<Intent>('intent', id)
    if (intent) {
      const receipt = this.#documents.one<Receipt>('receipt', receiptId(ulid))
      this.#asked.set(id, withProgress(intent, receipt, { times: this.#sent }, { documents: this.#refused }))
    } else if (!this.#asked.delete(id)) return
    this.#log.push(id)
    this.#sorted = undefined
  }
}

/** Returns the keys whose values differ in two records. */
const changedKeys = <T>(before: Record<string, T>, now: Record<string, T>) =>
  Object.keys({ ...before, ...now }).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(now[key]))
