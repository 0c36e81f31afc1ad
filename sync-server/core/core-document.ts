import type { ApplicationRow, BulkRow, DeliveryItemRow, PayoutRow, SupportRow, TicketRow, UnservedRow } from '#model'

/** A row of the admins' feed. */
export type AdminRow = ApplicationRow | DeliveryItemRow | PayoutRow | SupportRow | TicketRow | UnservedRow

/** An open row of a feed that has generations. */
export type OpenRow = { feed: 'admin'; row: AdminRow } | { feed: 'bulk'; row: BulkRow }

/** Something that happened to a core document. */
export interface Entry {
  /** The version that the document got with this entry. */
  version: number
  what: string
  at: string
  /** The ULID of the intent that asked for it; absent if a deadline or a route decided. */
  intent?: string
}

/** A document that only the service reads. Each one decides about one thing. */
export interface CoreDocument {
  _id: string
  type: string
  /** Grows by one with every decision. */
  version: number
  /** Copies, notices and mails are written for all entries up to this version. */
  told: number
  /** `UNTOLD` while something has to be told, otherwise the earliest deadline; absent in a final state. */
  nextAt?: string
  entries: readonly Entry[]
  /** How often telling has failed since it succeeded last. */
  tries?: number
  /** Since when telling is tried only once a day. */
  restingSince?: string
  /** Set while the document has an open row in a feed. */
  listed?: true
}

/** Sorts before every time. */
export const UNTOLD = '0'

/** A document without the fields that the engine keeps. */
export type Content<D extends CoreDocument> = Omit<D, keyof CoreDocument | '_rev'> & Pick<D, 'type'>

/** A field that is missing here does not compile. */
const ENGINE_FIELDS: Record<Exclude<keyof CoreDocument, 'type'> | '_rev', true> = {
  _id: true,
  _rev: true,
  version: true,
  told: true,
  nextAt: true,
  entries: true,
  tries: true,
  restingSince: true,
  listed: true,
}

/** Returns what the document holds, for its next state. */
export const contentOf = <D extends CoreDocument>(doc: D): Content<D> =>
  Object.fromEntries(Object.entries(doc).filter(([field]) => !(field in ENGINE_FIELDS))) as Content<D>

/** One of the writes that telling consists of: a row, a fact, a notice or a mail. */
export interface TellStep {
  name: string
  /** Safe to repeat. Writes nothing for an account that is gone. */
  write(): Promise<unknown>
  /** Set if the person who asked need not wait for it: then `tell` of the sweep writes it after the receipt. */
  isLate?: true
}

/** The entries that have not been told. */
export interface News {
  all: readonly Entry[]
  /** The same without entries that are older than a week: those cause no notice and no mail. */
  fresh: readonly Entry[]
}

/** What follows when a deadline has come: another state, or the same state with a later deadline. */
export type Judgement<D extends CoreDocument> = { what: string; content: Content<D> } | { later: Content<D> }

/** Runs a write under the lease; throws if the lease is lost. */
export type Step = <T>(name: string, write: () => Promise<T>) => Promise<T>

/** A kind of core documents: how its deadlines are judged, and what is told of it. */
export interface CoreKind<D extends CoreDocument> {
  /** Has the indexes `by-next` and `by-resting`. */
  database: string
  idPrefix: string
  /** The earliest deadline of the state that the document is in; undefined in a final state. */
  deadlineOf(doc: D): string | undefined
  /** Called when that deadline has come. It may work for a while: its writes go through `step`. */
  due(doc: D, context: { now: Date; step: Step }): Promise<Judgement<D>>
  /** Returns the writes that tell the document's current state, rows first. Their ids derive from entries only. */
  tell(doc: D, news: News): TellStep[]
  /**
   * The document's open rows in feeds that have generations; the next generation is filled with them. Telling writes
   * them, and closes those that have ended.
   */
  openRows?(doc: D): readonly OpenRow[]
  /** The same rows with what other documents add to them, such as a name. */
  completeRows?(doc: D): Promise<readonly OpenRow[]>
  /** True if telling takes long, for instance because files are moved: then no other document waits for it. */
  isSlow?(doc: D): boolean
  /** True if the deadline takes something from somebody: it is not judged while people cannot reach the service. */
  takesAway?(doc: D): boolean
  /** Takes out what was kept only until it is told; called with the document as it is marked. */
  withoutTold?(doc: D): D
  /** Returns a document of before core documents in its present form, already told; others are returned unchanged. */
  upgraded?(doc: D): D
  /** Documents that live for years keep this many entries that are told; `audit` remembers the intents of the others. */
  entriesAtMost?: number
}
