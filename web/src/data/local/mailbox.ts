import * as v from 'valibot'
import {
  type Account,
  type Asked,
  type Intent,
  type IntentKind,
  type Notice,
  type Order,
  type OwnOf,
  type OwnPrefix,
  ownDeclarationOf,
  type Receipt,
  receiptId,
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
}

type Change = (mailbox: Mailbox) => Promise<OwnOf<OwnPrefix> | undefined>

/** The account's private database as this browser has it, written under this browser's device id. */
export class Mailbox {
  readonly db: Pouch
  readonly documents: DocumentCache
  readonly device: string
  readonly #wrote: () => void
  readonly #successor: () => Mailbox | undefined

  /** `successor`: the mailbox, or connection to it, that took the place of this one meanwhile. */
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

  /** Whether all that the account had has arrived here once. */
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

  /** All devices' own documents of this prefix, or of one subject, over all leaves; what does not fit the model is left out. */
  async leavesOf<P extends OwnPrefix>(prefix: P, subject?: string): Promise<OwnOf<P>[]> {
    const leaves =
      subject === undefined ? await this.documents.allLeaves(prefix) : await getLeaves(this.db, `${prefix}:${subject}`)
    const declared = ownDeclarationOf(`${prefix}:`)
    return leaves.filter((leaf): leaf is OwnOf<P> => declared !== undefined && v.is(declared.schema, leaf))
  }

  /** Every intent of these kinds that is still kept, with how far it got, oldest first. */
  async openIntents<K extends IntentKind>(...kinds: K[]): Promise<Asked<K>[]> {
    // The marks are read before the receipts: a mark is deleted when its receipt comes, so the other order could miss both.
    const [sent, refusals] = await Promise.all([readPushProgress(this.db), readRejectedDocuments(this.db)])
    const [intents, receipts] = await Promise.all([this.allOf('intent'), this.allOf('receipt')])
    const byId = new Map(receipts.map((receipt) => [receipt._id, receipt]))
    return intents
      .map((intent) => withProgress(intent, byId.get(receiptId(ulidOf(intent._id))), sent, refusals))
      .filter((asked) => isAsked(asked, kinds))
  }

  /** Once, and never changed afterwards. */
  async putIntent(intent: Intent): Promise<void> {
    try {
      await this.#put(intent)
    } catch (error) {
      const successor = this.#successor()
      if (!successor) throw error
      // Nobody else writes this id: it was stored before the connection was lost.
      await successor.putIntent(intent).catch((again: unknown) => {
        if (!isConflict(again)) throw again
      })
    }
  }

  /** Writes this device's own document; `change` is asked again when another tab wrote it meanwhile, or there is a successor. */
  async putOwn(id: string, change: Change): Promise<void> {
    await this.#putOwn(id, change, undefined)
  }

  /** `tried`: what may have been stored although its connection was lost. */
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
   * Deletes what the gate refused. Of an own document a tombstone that names its device goes out, for an earlier revision
   * may have been taken; anything else would be refused again: without `device` its tombstone stays here.
   */
  async withdraw(id: string): Promise<void> {
    const stored = await getOne<Stored & { device?: string }>(this.db, id)
    // A fact of this id came in, and hides what was refused.
    if (stored?.device === undefined) return
    const { _rev, device } = stored
    const type = id.endsWith(`:${device}`) ? ownDeclarationOf(id)?.type : undefined
    await this.#put({ _id: id, _rev, _deleted: true, ...(type && { type, device }) })
  }

  /** A mailbox that moves is copied once more after the pointer; what is stored later than that is brought after it. */
  async #put(doc: Stored & { _deleted?: boolean }): Promise<void> {
    const { rev } = await this.db.put(doc)
    const successor = this.#successor()
    if (successor && successor.db.name !== this.db.name) await successor.bring({ ...doc, _rev: rev }, doc._rev)
    this.#wrote()
  }

  /** The same revision of a document, from the mailbox before. */
  private async bring(doc: Stored, parent: string | undefined): Promise<void> {
    const ids = [doc._rev, parent].flatMap((rev) => rev?.split('-')[1] ?? [])
    const _revisions = { start: Number.parseInt(doc._rev ?? '', 10), ids }
    await this.db.bulkDocs([{ ...doc, _revisions }], { new_edits: false }).catch((error: unknown) => {
      if (!this.#successor()) throw error
    })
    await this.#successor()?.bring(doc, parent)
  }
}

/** To be compared: the same for every revision that says the same. */
const contents = ({ _rev, ...doc }: Stored) => JSON.stringify(Object.fromEntries(Object.entries(doc).sort()))
