import { type FileType, KEPT_FOR, MOST_OPEN_UPLOADS } from '#model'
import { MOST_PIECE_BYTES } from '../../design-docs/uploads/most-piece-bytes.ts'
import { openKeyedMutex } from '../concurrency/keyed-mutex.ts'
import type { Couch } from '../couch/couch.ts'
import { isStatus } from '../couch/failures.ts'
import type { Stored } from '../couch/store.ts'
import { Problem, problem } from '../http/problem.ts'
import type { Keys } from '../settings/keys.ts'
import { nameIn, openUploadStore, type UploadRecord, type UploadStore, uploadId } from './upload-store.ts'

/** A file that is up completely. */
interface CompleteUpload {
  type: FileType
  /** In bytes. */
  size: number
}

/**
 * Files on the way to an application. A secret is the right to its upload; the database knows it by its keyed hash, the
 * *name*. An application keeps names, never secrets.
 */
export interface Uploads {
  nameOf(secret: string): string
  /** Returns undefined if there is no such upload, or if it is not complete. */
  look(name: string): Promise<CompleteUpload | undefined>
  /** Returns the whole file; undefined as `look`. */
  read(name: string): Promise<(CompleteUpload & { bytes: Buffer }) | undefined>
  /**
   * Marks complete uploads as an application's, before its core document is written. Returns the names that cannot be
   * claimed: unknown ones, incomplete ones, and those that were begun for another application. Safe to repeat. The sweep
   * leaves a claimed upload alone as long as `applications/application:<ulid>` names it in `uploads`.
   */
  claim(names: readonly string[], application: string): Promise<string[]>
  /** Removes the uploads with all their pieces. Safe to repeat. */
  remove(names: readonly string[]): Promise<void>
  /**
   * Begins an upload. Throws `429 too_many_uploads` if the application has 15, `409 upload_exists` if the secret belongs
   * to another one, and `507 no_room`.
   */
  begin(secret: string, of: Pick<UploadRecord, 'application' | 'size' | 'account'>): Promise<void>
  /** As `UploadStore.append`; throws `507 no_room` too. */
  append: UploadStore['append']
  /** Returns the size and how much has arrived; undefined if there is no such upload. */
  progress(name: string): Promise<{ size: number; offset: number } | undefined>
  /** Stops an upload; throws `409 upload_claimed` once an application has claimed it. */
  stop(name: string): Promise<void>
  /** Those that began while this account was signed in. */
  of(account: string): Promise<UploadRecord[]>
  /** Removes what no application names, 7 days after it was last touched or claimed. */
  sweep(): Promise<void>
}

/**
 * What all open uploads may take together: files that no application has claimed yet. An upload of which no piece is
 * there counts as one piece, whatever size was announced.
 */
const MOST_BYTES = 4 * 1024 ** 3
/** An upload that was touched since then is still running, and gives no room to another one. */
const RUNNING_MS = 3_600_000
/** The same for an upload of which no piece is there. */
const BEGINNING_MS = 10 * 60_000
/** How many uploads are tried to give way, if others are claimed or removed at this moment. */
const GIVING_AT_MOST = 20
const NO_ROOM_RETRY_SECONDS = 60
const DAY_MS = 86_400_000
const IDS_AT_ONCE = 1000
const ALL = 10_000

interface Needs {
  couch: Couch
  keys: Pick<Keys, 'digest'>
  now: () => Date
  mostBytes?: number
}

export function openUploads({ couch, keys, now, mostBytes = MOST_BYTES }: Needs): Uploads {
  const store = couch.db('uploads')
  const uploads = openUploadStore({ couch, now })
  const withLock = openKeyedMutex()
  const agoMs = (at: string) => now().getTime() - Date.parse(at)

  async function look(name: string) {
    const record = await uploads.complete(name)
    return record && { type: record.fileType, size: record.size }
  }

  const openBytes = async () => (await store.reduced('open-bytes')).get(null) ?? 0
  const atFirst = (size: number) => Math.min(size, MOST_PIECE_BYTES)

  /** Finds the longest untouched uploads that are not running: those without a piece first. */
  async function idle(): Promise<(UploadRecord & Stored)[]> {
    const untouched = (ms: number, more = {}) => {
      const before = new Date(now().getTime() - ms).toISOString()
      const selector = { touchedAt: { $gt: null, $lt: before }, ...more }
      return store.find<UploadRecord>('by-touched', { selector, limit: GIVING_AT_MOST })
    }
    const empty = await untouched(BEGINNING_MS, { fileType: { $exists: false } })
    return [...empty, ...(await untouched(RUNNING_MS))]
  }

  /** Removes one upload that is not running; returns false if there is none. */
  async function giveWay(except?: string): Promise<boolean> {
    for (const record of await idle())
      if (nameIn(record._id) !== except && (await uploads.removeUnchanged(record))) return true
    return false
  }

  /** Lets others give way until there is room for so many more bytes; throws `507 no_room` if there is none. */
  async function makeRoom(bytes: number, forUpload?: string) {
    while ((await openBytes()) + bytes > mostBytes) if (!(await giveWay(forUpload))) throw noRoom()
  }

  /** If the disk is full, the longest untouched upload gives way, and the client is told to try again. */
  async function withRoom<T>(write: () => Promise<T>, forUpload?: string): Promise<T> {
    try {
      return await write()
    } catch (error) {
      if (!isFull(error)) throw error
      await giveWay(forUpload).catch(() => undefined)
      throw noRoom(error)
    }
  }

  async function count(application: string): Promise<number> {
    const selector = { application, at: { $gt: null } }
    return (await store.find<Stored>('by-application', { selector, fields: ['_id'], limit: MOST_OPEN_UPLOADS })).length
  }

  async function isUnused({ _id, application, at, touchedAt, claimedAt }: UploadRecord): Promise<boolean> {
    if (agoMs(touchedAt ?? claimedAt ?? at) < KEPT_FOR.uploadDays * DAY_MS) return false
    if (claimedAt === undefined) return true
    const named = await couch.db('applications').get<{ uploads?: object }>(`application:${application}`)
    return !Object.values(named?.uploads ?? {}).includes(nameIn(_id))
  }

  return {
    nameOf: (secret) => keys.digest('upload', secret),
    look,

    async read(name) {
      const found = await look(name)
      return found && { ...found, bytes: await uploads.bytes(name, found.size) }
    },

    async claim(names, application) {
      const refused: string[] = []
      for (const name of names) {
        let isClaimed = false
        if (await look(name))
          await uploads.change(name, (before) => {
            isClaimed = before.application === application
            const { touchedAt, ...claimed } = before
            return isClaimed && touchedAt !== undefined ? { ...claimed, claimedAt: now().toISOString() } : undefined
          })
        if (!isClaimed) refused.push(name)
      }
      return refused
    },

    async remove(names) {
      for (const name of names) await uploads.remove(name)
    },

    begin: (secret, of) =>
      withLock(of.application, async () => {
        const name = keys.digest('upload', secret)
        if (!(await uploads.get(name)) && (await count(of.application)) >= MOST_OPEN_UPLOADS)
          throw problem(429, 'too_many_uploads')
        await makeRoom(atFirst(of.size))
        await withRoom(() => uploads.create(name, of))
      }),

    async append(name, offset, chunks) {
      const record = offset === 0 ? await uploads.get(name) : undefined
      // From its first piece on, all of it is counted.
      if (record && record.fileType === undefined) await makeRoom(record.size - atFirst(record.size), name)
      return withRoom(() => uploads.append(name, offset, chunks), name)
    },

    async progress(name) {
      const record = await uploads.get(name)
      return record && { size: record.size, offset: await uploads.offset(name) }
    },

    async stop(name) {
      for (;;) {
        const record = await uploads.get(name)
        if (record?.claimedAt !== undefined) throw problem(409, 'upload_claimed')
        if (!record) return uploads.remove(name)
        if (await uploads.removeUnchanged(record)) return
      }
    },

    of: (account) => store.find<UploadRecord>('by-account', { selector: { account, at: { $gt: null } }, limit: ALL }),

    async sweep() {
      for (let from = uploadId(''); ; ) {
        const ids = await store.ids(from, `${uploadId('')}\uffff`, IDS_AT_ONCE)
        for (const name of new Set(ids.map(nameIn))) {
          const record = await uploads.get(name)
          // Pieces without a record are what a killed process has left.
          if (!record) await uploads.remove(name)
          else if (await isUnused(record)) await uploads.removeUnchanged(record)
        }
        const last = ids.at(-1)
        if (last === undefined || ids.length < IDS_AT_ONCE) return
        from = `${last}\u0000`
      }
    },
  }
}

const noRoom = (cause?: unknown) => new Problem(507, 'no_room', { retryAfterSeconds: NO_ROOM_RETRY_SECONDS }, { cause })

/** True if CouchDB has no disk space, which may be the cause of an undecided write. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && (isStatus(error, 507) || (error.cause !== error && isFull(error.cause)))
