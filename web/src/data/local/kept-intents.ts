import { type Asked, type Intent, type IntentKind, intentId, type Receipt, receiptId, ulidOf } from '#model'
import type { Pouch } from '../pouch/pouch.ts'
import { type PushProgress, readPushProgress } from '../push-state/push-progress.ts'
import { type RejectedDocuments, readRejectedDocuments } from '../push-state/rejected-documents.ts'
import type { DocumentCache } from './document-cache.ts'

const ofCaches = new WeakMap<DocumentCache, KeptIntents>()

/** The intents of a mailbox, with at least those from this ULID on, as they stand now or as far as changes have been heard of. */
export async function readIntents(
  { db, documents }: { db: Pouch; documents: DocumentCache },
  since: string,
  until: 'now' | 'heard',
): Promise<KeptIntents> {
  const kept = ofCaches.get(documents) ?? new KeptIntents(documents)
  ofCaches.set(documents, kept)
  await Promise.all([documents.loadFrom('intent', intentId(since)), documents.loadFrom('receipt', receiptId(since))])
  const turn = kept.nextTurn()
  // The marks are asked for first: one goes when its receipt comes, and after the receipts neither would be seen.
  const [sent, refusals] = await Promise.all([readPushProgress(db), readRejectedDocuments(db), documents.follow(until)])
  kept.update(turn, sent, refusals)
  return kept
}

/** What was asked and is still kept, with how far each intent got, as far back as it has been read. */
export class KeptIntents {
  readonly #documents: DocumentCache
  readonly #asked = new Map<string, Asked<IntentKind>>()
  /** Ids of intents that came, changed or went, in that order. */
  readonly #log: string[] = []
  #followed = 0
  #turns = 0
  /** Whose marks these are. */
  #turn = 0
  #from: string | undefined
  #sent: PushProgress['times'] = {}
  #refused: RejectedDocuments['documents'] = {}
  #sorted: readonly Asked<IntentKind>[] | undefined

  constructor(documents: DocumentCache) {
    this.#documents = documents
  }

  /** The ULID from which on all intents are here; empty if they all are. */
  get from(): string {
    return this.#from ?? ''
  }

  get(id: string): Asked<IntentKind> | undefined {
    return this.#asked.get(id)
  }

  /** Oldest first. */
  ofKinds<K extends IntentKind>(...kinds: readonly K[]): Asked<K>[] {
    this.#sorted ??= [...this.#asked].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, asked]) => asked)
    return this.#sorted.filter((asked) => isAsked(asked, kinds))
  }

  /** Ids of those that came, changed or went since the log had this length, and how long it is now. */
  loggedSince(length: number): { ids: Iterable<string>; length: number } {
    return { ids: new Set(this.#log.slice(length)), length: this.#log.length }
  }

  /** Before its marks are read. */
  nextTurn(): number {
    this.#turns += 1
    return this.#turns
  }

  /** Looks again at what has changed since the last time, of documents and of marks; marks of an earlier turn are old. */
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

  /** Returns the ids of intents whose receipts have been looked for by now, and had not been the last time. */
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
    // Without its receipt, which may not have been read yet, it would be shown as undecided.
    const intent = ulid < this.from ? undefined : this.#documents.one<Intent>('intent', id)
    const asked = intent && {
      intent,
      sentAt: this.#sent[id],
      receipt: this.#documents.one<Receipt>('receipt', receiptId(ulid)) ?? refusedByGate(ulid, this.#refused[id]),
    }
    if (asked) this.#asked.set(id, asked)
    else if (!this.#asked.delete(id)) return
    this.#log.push(id)
    this.#sorted = undefined
  }
}

export const isAsked = <K extends IntentKind>(
  asked: Asked<IntentKind>,
  kinds: readonly K[],
): asked is Asked<IntentKind> & Asked<K> => kinds.some((kind) => kind === asked.intent.kind)

/** An intent that the gate refused gets no receipt from the service; its refusal is read as one. */
function refusedByGate(ulid: string, refusal: RejectedDocuments['documents'][string] | undefined): Receipt | undefined {
  if (!refusal) return undefined
  const { reason, at } = refusal
  return { _id: receiptId(ulid), type: 'receipt', outcome: 'refused', reason, receivedAt: at, decidedAt: at }
}

/** Of two records, the keys whose values differ. */
const changedKeys = <T>(before: Record<string, T>, now: Record<string, T>) =>
  Object.keys({ ...before, ...now }).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(now[key]))
