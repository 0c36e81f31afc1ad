import type { Readable } from 'node:stream'
import { DataStore, Server, Upload } from '@tus/server'
import * as v from 'valibot'
import { MOST_FILE_BYTES, ulid, uploadSecret } from '#model'
import { Problem, problem } from '../http/problem.ts'
import { unknownUpload } from './upload-store.ts'
import type { Uploads } from './uploads.ts'

export const UPLOADS_PATH = '/api/uploads'

/** What a client says of an upload when it begins; no file's name. */
const Metadata = v.object({ secret: uploadSecret, application: ulid })

/** Answers requests of the tus protocol 1.0.0; throws a `Problem`, or an error of the database. */
export interface Tus {
  /** `account` is who is signed in. */
  answer(request: Request, account: string | undefined): Promise<Response>
}

/**
 * The protocol is the library's; the files lie in our store. To tus, an upload's id is its secret: anyone who knows the
 * address may go on. There are no locks: a piece is written by one compare-and-set.
 */
export function openTus(uploads: Uploads): Tus {
  const accounts = new WeakMap<Upload, string>()
  const asked = new WeakMap<Request, { account: string | undefined; failure?: unknown }>()

  class Store extends DataStore {
    override extensions = ['creation', 'termination']

    override async create(upload: Upload) {
      const { id, size = 0, metadata } = upload
      const application = metadata?.application ?? ''
      const account = accounts.get(upload)
      await uploads.begin(id, { application, size, ...(account !== undefined && { account }) })
      return upload
    }

    override async getUpload(id: string) {
      const progress = await uploads.progress(uploads.nameOf(id))
      if (!progress) throw unknownUpload()
      return new Upload({ id, ...progress })
    }

    override write = (stream: Readable, id: string, offset: number) =>
      uploads.append(uploads.nameOf(id), offset, stream)

    override remove = (id: string) => uploads.stop(uploads.nameOf(id))
  }

  const server = new Server({
    path: UPLOADS_PATH,
    datastore: new Store(),
    maxSize: MOST_FILE_BYTES,
    relativeLocation: true,
    locker: { newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }) },
    namingFunction(_request, metadata) {
      const said = v.safeParse(Metadata, metadata)
      if (said.success) return said.output.secret
      throw problem(422, 'invalid', { fields: { 'upload-metadata': 'invalid' } })
    },
    async onUploadCreate(request, upload) {
      if (upload.size === 0) throw problem(422, 'not_a_document')
      const account = asked.get(request)?.account
      if (account !== undefined) accounts.set(upload, account)
      return {}
    },
    onResponseError(request, failure) {
      const known = asked.get(request)
      if (known) known.failure = failure
      // The library would send the failure's body, which is thrown below instead.
      return { status_code: 500, body: '' }
    },
  })

  return {
    async answer(request, account) {
      const known: { account: string | undefined; failure?: unknown } = { account }
      asked.set(request, known)
      const response = await server.handleWeb(request)
      if (known.failure !== undefined) throw problemOf(known.failure)
      if (!response.ok) throw problemOf({ status_code: response.status })
      return response
    },
  }
}

const CODES: Record<number, string> = { 404: 'upload_unknown', 409: 'wrong_offset', 413: 'too_large' }

/** The library throws objects with a status; an extension that we do not have is the client's mistake. */
function problemOf(failure: unknown): unknown {
  if (failure instanceof Problem) return failure
  const status: unknown = Object(failure).status_code
  if (typeof status !== 'number') return failure
  return problem(status < 500 ? status : 400, CODES[status] ?? 'bad_request')
}
