import { type FileType, fileTypeOf, MOST_FILE_BYTES } from '#model'
import { MOST_PIECE_BYTES } from '../../design-docs/uploads/most-piece-bytes.ts'
import type { Couch } from '../couch/couch.ts'
import { removeAnyRevision } from '../couch/remove-any-revision.ts'
import type { Stored } from '../couch/store.ts'
import { problem } from '../http/problem.ts'

/** `upload:<name>`: a file that is on its way, or up completely. */
export interface UploadRecord {
  _id: string
  type: 'upload'
  /** The ULID of the application that it is for. */
  application: string
  /** In bytes, as announced. */
  size: number
  at: string
  /** When bytes last arrived, to 10 minutes; absent once an application has claimed it. */
  touchedAt?: string
  claimedAt?: string
  /** Who was signed in when it began. */
  account?: string
  /** Known once its first piece is there. */
  fileType?: FileType
  /** True once all of its pieces are there. */
  isComplete?: boolean
}

/** `upload:<name>:<offset>`: bytes of an upload. Pieces never change, and follow one another without a gap. */
interface Piece {
  _id: string
  type: 'piece'
  size: number
  base64: string
}

/** Shorter pieces are dropped, unless they are a file's last: an upload may not become thousands of documents. */
const LEAST_PIECE_BYTES = 4 * 1024
const OFFSET_DIGITS = String(MOST_FILE_BYTES).length
const TOUCHED_MS = 10 * 60_000

const PREFIX = 'upload:'
const END = '\uffff'
export const uploadId = (name: string) => `${PREFIX}${name}`
const pieceId = (name: string, offset: number) => `${uploadId(name)}:${String(offset).padStart(OFFSET_DIGITS, '0')}`
/** Returns the name of the upload to which this document belongs. */
export const nameIn = (id: string) => id.slice(PREFIX.length).split(':')[0] ?? ''

export const unknownUpload = () => problem(404, 'upload_unknown')
const wrongOffset = () => problem(409, 'wrong_offset')

/** The documents of uploads. Every write is safe beside another instance's, without a lock. */
export interface UploadStore {
  get(name: string): Promise<(UploadRecord & Stored) | undefined>
  /** Throws `409 upload_exists` if the name belongs to another upload; an identical one counts as created. */
  create(name: string, of: Pick<UploadRecord, 'application' | 'size' | 'account'>): Promise<void>
  /** Returns how many bytes have arrived. */
  offset(name: string): Promise<number>
  /**
   * Stores what arrives, also if the stream then fails. Returns the new offset. Throws `409 wrong_offset` if another
   * request has written there, and removes an upload that is no document (`422 not_a_document`).
   */
  append(name: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<number>
  /** Returns the record of a complete upload; undefined if it is not complete. */
  complete(name: string): Promise<(UploadRecord & { fileType: FileType }) | undefined>
  /** Returns the bytes of a complete upload of this size; throws if some are missing. */
  bytes(name: string, size: number): Promise<Buffer>
  change(name: string, change: (record: UploadRecord) => UploadRecord | undefined): Promise<void>
  /** Removes the pieces first: without its record, nothing would find them soon. */
  remove(name: string): Promise<void>
  /** Removes the upload unless it was changed since it was read; returns whether it was removed. */
  removeUnchanged(record: UploadRecord & Stored): Promise<boolean>
}

export function openUploadStore({ couch, now }: { couch: Couch; now: () => Date }): UploadStore {
  const store = couch.db('uploads')
  const get = (name: string) => store.get<UploadRecord>(uploadId(name))
  const piece = (name: string, offset: number) => store.get<Piece>(pieceId(name, offset))

  async function offsetOf(name: string) {
    const last = (await store.ids(pieceId(name, 0), `${uploadId(name)}:${END}`)).at(-1)
    let end = last === undefined ? 0 : Number(last.slice(last.lastIndexOf(':') + 1))
    // The list reads one copy, which may lack the latest pieces.
    for (let next = await piece(name, end); next; next = await piece(name, end)) end += next.size
    return end
  }

  const change: UploadStore['change'] = (name, changed) =>
    store.update<UploadRecord>(uploadId(name), (before) => before && changed(before))

  async function removePieces(name: string) {
    for (const id of await store.ids(pieceId(name, 0), `${uploadId(name)}:${END}`)) await removeAnyRevision(id, store)
  }

  async function remove(name: string) {
    await removePieces(name)
    await removeAnyRevision(uploadId(name), store)
  }

  /** The record goes first: if an application claims the upload at this moment, one of the two writes is refused. */
  async function removeUnchanged(record: UploadRecord & Stored) {
    if ((await store.remove(record)) === 'conflict') return false
    await removePieces(nameIn(record._id))
    return true
  }

  /** Stores one piece and returns its end. */
  async function put(name: string, offset: number, bytes: Buffer): Promise<number> {
    if (offset === 0 && !fileTypeOf(bytes)) {
      await remove(name)
      throw problem(422, 'not_a_document')
    }
    const base64 = bytes.toString('base64')
    const one: Piece = { _id: pieceId(name, offset), type: 'piece', size: bytes.length, base64 }
    if ((await store.create(one)) === 'exists') throw wrongOffset()
    return offset + bytes.length
  }

  /** Notes what has arrived; removes the pieces if the upload was removed meanwhile. */
  async function note(name: string, end: number) {
    let isThere = false
    const first = (await get(name))?.fileType ? undefined : await piece(name, 0)
    const fileType = first && fileTypeOf(Buffer.from(first.base64, 'base64'))
    await change(name, (before) => {
      isThere = true
      const isLate = Date.parse(before.touchedAt ?? '') < now().getTime() - TOUCHED_MS
      const isDone = end === before.size && !before.isComplete
      if (!isDone && !isLate && !fileType) return undefined
      return {
        ...before,
        ...(before.touchedAt !== undefined && { touchedAt: now().toISOString() }),
        ...(fileType && { fileType }),
        ...(end === before.size && { isComplete: true }),
      }
    })
    if (isThere) return
    await remove(name)
    throw unknownUpload()
  }

  return {
    get,
    offset: offsetOf,
    change,
    remove,
    removeUnchanged,

    async create(name, { application, size, account }) {
      const at = now().toISOString()
      const record: UploadRecord = {
        ...{ _id: uploadId(name), type: 'upload', application, size, at, touchedAt: at },
        ...(account !== undefined && { account }),
      }
      if ((await store.create(record)) === 'created') return
      // The answer to an earlier request was lost.
      const there = await get(name)
      if (there?.application !== application || there.size !== size) throw problem(409, 'upload_exists')
    },

    async append(name, offset, chunks) {
      const record = await get(name)
      if (!record) throw unknownUpload()
      let end = offset
      let waiting: Buffer = Buffer.alloc(0)
      let failure: unknown
      try {
        for await (const chunk of chunks) {
          waiting = Buffer.concat([waiting, chunk])
          for (; waiting.length >= MOST_PIECE_BYTES; waiting = waiting.subarray(MOST_PIECE_BYTES)) {
            end = await put(name, end, waiting.subarray(0, MOST_PIECE_BYTES))
            // The rest may take many minutes. Meanwhile the upload must not count as one that was only announced.
            if (end === MOST_PIECE_BYTES) await note(name, end)
          }
        }
      } catch (error) {
        failure = error
        // A piece that was refused is not tried again.
        if (waiting.length >= MOST_PIECE_BYTES) throw error
      }
      const isLast = end + waiting.length === record.size
      if (waiting.length > 0 && (isLast || waiting.length >= LEAST_PIECE_BYTES)) end = await put(name, end, waiting)
      if (end > offset) await note(name, end)
      if (failure !== undefined) throw failure
      return end
    },

    async complete(name) {
      const record = await get(name)
      if (!record) return undefined
      const { fileType, isComplete } = record
      if (isComplete && fileType) return { ...record, fileType }
      if ((await offsetOf(name)) !== record.size) return undefined
      // The process that received the last piece died before it noted that.
      await note(name, record.size)
      const noted = await get(name)
      return noted?.fileType && { ...noted, fileType: noted.fileType }
    },

    async bytes(name, size) {
      const pieces: Buffer[] = []
      let end = 0
      for (let next = await piece(name, 0); next; next = await piece(name, end)) {
        pieces.push(Buffer.from(next.base64, 'base64'))
        end += next.size
      }
      if (end !== size) throw new Error(`${uploadId(name)}: ${size - end} bytes are missing`)
      return Buffer.concat(pieces)
    },
  }
}
