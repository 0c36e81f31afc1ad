import * as v from 'valibot'
import {
  type Account,
  type Application,
  type Asked,
  type BulkRequestFact,
  type DeliveryFact,
  type Intent,
  type IntentKind,
  type Notice,
  type Order,
  type OwnOf,
  type OwnPrefix,
  ownDeclarationOf,
  type Receipt,
  receiptId,
  type Ticket,
  ulidOf,
} from '#model'
import { isConflict } from '../pouch/errors.ts'
import type { Pouch } from '../pouch/pouch.ts'
import { getLeaves, getOne, type Stored } from '../pouch/reads.ts'
import { readPushProgress } from '../push-state/push-progress.ts'
import { readRejectedDocuments } from '../push-state/rejected-documents.ts'
import { type DocumentCache, documentCacheOf } from './document-cache.ts'
import { isComplete } from './initial-sync-flag.ts'
import { isAsked, withProgress } from './intent-progress.ts'

interface ReceivedDocuments {
  intent: Intent
  receipt: Receipt
  order: Order
  notice: Notice
  ticket: Ticket
  application: Application
  delivery: DeliveryFact
  'bulk-request': BulkRequestFact
}

type Change = (mailbox: Mailbox) => Promise<OwnOf<OwnPrefix> | undefined>

/** This browser's copy of the account's private database, written under this browser's device id. */
export class Mailbox {
  readonly db: Pouch
  readonly documents: DocumentCache
  readonly device: string
  readonly #wrote: () => void
  readonly #successor: () => Mailbox | undefined

  /** `successor` returns the mailbox, or the new connection to it, that has replaced this one, if there is one. */
  constructor(db: Pouch, device: string, wrote: () => void, successor: () => Mailbox | undefined = () => undefined) {
    this.db = db
    this.documents = documentCacheOf(db)
    this.device = device
    this.#wrote = wrote
    this.#successor = successor
  }

  account(): Promise<Account | undefined> {
    return getOne<Account>(this.db, 'account')
  }

  /** Whether the first pull of the account's documents has been completed. */
  isComplete(): Promise<boolean> {
    return isComplete(this.db)
  }

  get<K extends keyof ReceivedDocuments>(id: `${K}:${string}`): Promise<ReceivedDocuments[K] | undefined> {
    return getOne<ReceivedDocuments[K]>(this.db, id)
  }

  /** All documents of a kind, by id. */
  allOf<K extends keyof ReceivedDocuments>(kind: K): Promise<readonly ReceivedDocuments[K][]> {
    return this.documents.all<ReceivedDocuments[K]>(kind)
  }

  /**
   * All devices' own documents with this prefix (and subject), every leaf revision; those that do not fit the model are
   * left out.
   */
  async leavesOf<P extends OwnPrefix>(prefix: P, subject?: string): Promise<OwnOf<P>[]> {
    const leaves =
      subject === undefined ? await this.documents.allLeaves(prefix) : await getLeaves(this.db, `${prefix}:${subject}`)
    const declared = ownDeclarationOf(`${prefix}:`)
    return leaves.filter((leaf): leaf is OwnOf<P> => declared !== undefined && v.is(declared.schema, leaf))
  }

  /** Every stored intent of these kinds, with when it was sent and its receipt, oldest first. */
  async openIntents<K extends IntentKind>(...kinds: K[]): Promise<Asked<K>[]> {
    // The marks are read before the receipts: a mark is deleted when its receipt comes, so the other order could miss both.
    const [sent, refusals] = await Promise.all([readPushProgress(this.db), readRejectedDocuments(this.db)])
    const [intents, receipts] = await Promise.all([this.allOf('intent'), this.allOf('receipt')])
    const byId = new Map(receipts.map((receipt) => [receipt._id, receipt]))
    return intents
      .map((intent) => withProgress(intent, byId.get(receiptId(ulidOf(intent._id))), sent, refusals))
      .filter((asked) => isAsked(asked, kinds))
  }

  /** Stores an intent, which is never changed afterwards. */
  async putIntent(intent: Intent): Promise<void> {
    try {
      await this.#put(intent)
    } catch (error) {
      const successor = this.#successor()
      if (!successor) throw error
      // A conflict means that it was stored before the connection was lost, because nobody else writes this id.
      await successor.putIntent(intent).catch((again: unknown) => {
        if (!isConflict(again)) throw again
      })
    }
  }

  /**
   * Writes this device's own document; `change` is called again if another tab wrote it meanwhile or there is a
   * successor.
   */
  async putOwn(id: string, change: Change): Promise<void> {
    await this.#putOwn(id, change, undefined)
  }

  /** `tried` is a document that may have been stored although the connection was lost. */
  async #putOwn(id: string, change: Change, tried: Stored | undefined): Promise<void> {
    let writing = tried
    for (;;) {
      try {
        const stored = await getOne(this.db, id)
        if (writing && stored && contents(writing) === contents(stored)) return this.#wrote()
        const next = await change(this)
        if (!next) return
        writing = { ...next, _id: id, ...(stored?._rev && { _rev: stored._rev }) }
        return await this.#put(writing)
      } catch (error) {
        if (isConflict(error)) {
          writing = undefined
          continue
        }
        const successor = this.#successor()
        if (!successor) throw error
        return successor.#putOwn(id, change, writing)
      }
    }
  }

  /**
   * Deletes a document that the gate refused. The tombstone of an own document names its device and is pushed, because
   * the gate may have accepted an earlier revision. Any other tombstone would be refused too: without `device` it stays
   * here.
   */
  async withdraw(id: string): Promise<void> {
    const stored = await getOne<Stored & { device?: string }>(this.db, id)
    // A fact with this id has arrived and hides the refused document.
    if (stored?.device === undefined) return
    const { _rev, device } = stored
    const type = id.endsWith(`:${device}`) ? ownDeclarationOf(id)?.type : undefined
    await this.#put({ _id: id, _rev, _deleted: true, ...(type && { type, device }) })
  }

  /**
   * A migration copies the old mailbox once more after the session state has changed; a write that is stored even later
   * is copied here.
   */
  async #put(doc: Stored & { _deleted?: boolean }): Promise<void> {
    const { rev } = await this.db.put(doc)
    const successor = this.#successor()
    if (successor && successor.db.name !== this.db.name) await successor.bring({ ...doc, _rev: rev }, doc._rev)
    this.#wrote()
  }

  /** Stores the same revision of a document that the previous mailbox has. */
  private async bring(doc: Stored, parent: string | undefined): Promise<void> {
    const ids = [doc._rev, parent].flatMap((rev) => rev?.split('-')[1] ?? [])
    const _revisions = { start: Number.parseInt(doc._rev ?? '', 10), ids }
    await this.db.bulkDocs([{ ...doc, _revisions }], { new_edits: false }).catch((error: unknown) => {
      if (!this.#successor()) throw error
    })
    await this.#successor()?.bring(doc, parent)
  }
}

/** A text to compare documents by, without their revision. */
const contents = ({ _rev, ...doc }: Stored) => JSON.stringify(Object.fromEntries(Object.entries(doc).sort()))
