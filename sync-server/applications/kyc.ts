import { type ApplicationDocument, DOCUMENTS, type FileType } from '#model'
import type { Couch } from '../couch/couch.ts'
import { removeAnyRevision } from '../couch/remove-any-revision.ts'

/** A document of an application, without its bytes: `kyc:<application's ULID>:<document>`. */
interface KycRecord {
  _id: string
  type: 'kyc'
  account: string
  fileType: FileType
  /** In bytes. */
  size: number
  /** The documents `<this id>:<number, 4 digits>` hold the bytes. */
  pieces: number
  at: string
}
interface Piece {
  _id: string
  type: 'kyc-piece'
  /** In base64. */
  bytes: string
}

export interface BankAccount {
  number: string
  ifsc?: string
}
type BankRecord = BankAccount & { _id: string; type: 'bank'; account: string; at: string }

/** What proves who an applicant is, and where a partner's money goes. Nothing of it is copied anywhere. */
export interface Kyc {
  /** Stores a document. Safe to repeat: the last of its writes says that it is complete. */
  put(
    application: string,
    document: ApplicationDocument,
    file: { account: string; type: FileType; bytes: Buffer },
  ): Promise<void>
  has(application: string, document: ApplicationDocument): Promise<boolean>
  /** Returns undefined if there is no such document; its bytes are read piece by piece. */
  read(
    application: string,
    document: ApplicationDocument,
  ): Promise<{ type: FileType; size: number; bytes: AsyncIterable<Buffer> } | undefined>
  /** Lists the application's documents, without bytes. */
  list(application: string): Promise<{ document: string; type: FileType; size: number; at: string }[]>
  /** Removes the application's documents. Safe to repeat. */
  remove(application: string): Promise<void>
  bankOf(account: string): Promise<BankAccount | undefined>
  setBank(account: string, bank: BankAccount): Promise<void>
  removeBank(account: string): Promise<void>
}

const PIECE_BYTES = 256 * 1024
const ALL_DOCUMENTS = Object.values(DOCUMENTS).flatMap(({ all }) => all)

export function openKyc({ couch, now }: { couch: Couch; now: () => Date }): Kyc {
  const store = couch.db('kyc')
  const idOf = (application: string, document: string) => `kyc:${application}:${document}`
  const pieceId = (id: string, n: number) => `${id}:${String(n).padStart(4, '0')}`
  const bankId = (account: string) => `bank:${account}`

  async function* bytesOf({ _id, pieces }: KycRecord): AsyncGenerator<Buffer> {
    for (let n = 0; n < pieces; n += 1) {
      const piece = await store.get<Piece>(pieceId(_id, n))
      if (!piece) throw new Error(`${pieceId(_id, n)} is missing`)
      yield Buffer.from(piece.bytes, 'base64')
    }
  }

  /** If a process died while it stored the document, there are pieces without a record. */
  async function countPieces(id: string): Promise<number> {
    const record = await store.get<KycRecord>(id)
    if (record) return record.pieces
    let pieces = 0
    while (await store.get(pieceId(id, pieces))) pieces += 1
    return pieces
  }

  /** Reads no list: a list comes from one copy, which may lack what was just stored. */
  async function remove(application: string) {
    for (const document of ALL_DOCUMENTS) {
      const id = idOf(application, document)
      // The last piece first, and the record at the end: after a kill, a repeat still finds the others.
      for (let n = (await countPieces(id)) - 1; n >= 0; n -= 1) await removeAnyRevision(pieceId(id, n), store)
      await removeAnyRevision(id, store)
    }
  }

  return {
    remove,

    async put(application, document, { account, type, bytes }) {
      const _id = idOf(application, document)
      const pieces = Math.ceil(bytes.length / PIECE_BYTES)
      for (let n = 0; n < pieces; n += 1) {
        const part = bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES)
        await store.create<Piece>({ _id: pieceId(_id, n), type: 'kyc-piece', bytes: part.toString('base64') })
      }
      const at = now().toISOString()
      const record: KycRecord = { _id, type: 'kyc', account, fileType: type, size: bytes.length, pieces, at }
      await store.create(record)
    },

    has: async (application, document) => (await store.get(idOf(application, document))) !== undefined,

    async read(application, document) {
      const found = await store.get<KycRecord>(idOf(application, document))
      return found && { type: found.fileType, size: found.size, bytes: bytesOf(found) }
    },

    async list(application) {
      const prefix = `kyc:${application}:`
      const ids = (await store.ids(prefix, `${prefix}\uffff`)).filter((id) => id.split(':').length === 3)
      const found = await store.many<KycRecord>(ids)
      return found.flatMap((one) =>
        one ? [{ document: one._id.slice(prefix.length), type: one.fileType, size: one.size, at: one.at }] : [],
      )
    },

    async bankOf(account) {
      const found = await store.get<BankRecord>(bankId(account))
      return found && { number: found.number, ...(found.ifsc !== undefined && { ifsc: found.ifsc }) }
    },

    async setBank(account, { number, ifsc }) {
      const record: BankRecord = {
        ...{ _id: bankId(account), type: 'bank', account, number, at: now().toISOString() },
        ...(ifsc !== undefined && { ifsc }),
      }
      await store.update<BankRecord>(record._id, () => record)
    },

    removeBank: (account) => removeAnyRevision(bankId(account), store),
  }
}
