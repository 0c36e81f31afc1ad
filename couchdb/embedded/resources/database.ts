import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { adminDatabase, memberDatabase } from '../access/open-database.ts'
import type { Limits } from '../documents/normalise.ts'
import { formatSequence } from '../documents/sequence.ts'
import { countDocuments } from '../documents/writes.ts'
import { badRequest } from '../http/failure.ts'
import { jsonBody, part, resource } from '../http/resource.ts'
import { requireServerAdmin } from '../http/user.ts'
import type { Database } from '../store/database.ts'
import type { Databases } from '../store/databases.ts'
import { checkSecurity } from '../store/security.ts'
import { cleanViewStores } from '../store/view-stores.ts'
import { postDocument } from './documents.ts'

/** `/{db}` itself, and the requests that concern the whole database. */
export function databaseResources(app: FastifyInstance, databases: Databases, limits: Limits): void {
  resource(app, '/:db', {
    get: (call) => {
      const database = memberDatabase(call, databases)
      // HEAD skips the counts, which read all changes: every start sends a HEAD to every database.
      return call.request.method === 'HEAD' ? call.reply.send() : databaseInfo(database)
    },
    put: async (call) => {
      requireServerAdmin(call.user)
      for (const name of ['q', 'n']) call.parameters.whole(name, { min: 1 })
      await databases.create(part(call, 'db'))
      call.reply.header('location', `/${encodeURIComponent(part(call, 'db'))}`)
      return call.reply.code(201).send({ ok: true })
    },
    delete: async (call) => {
      requireServerAdmin(call.user)
      if (call.parameters.has('rev'))
        throw badRequest(
          'You tried to DELETE a database with a ?=rev parameter. Did you mean to DELETE a document instead?',
        )
      await databases.remove(part(call, 'db'))
      return { ok: true }
    },
    post: (call) => postDocument(call, databases, limits),
  })

  resource(app, '/:db/_security', {
    get: (call) => memberDatabase(call, databases).meta.security,
    put: async (call) => {
      const database = adminDatabase(call, databases)
      const security = checkSecurity(jsonBody(call))
      await changeMeta(database, { security })
      return { ok: true }
    },
  })

  resource(app, '/:db/_revs_limit', {
    get: (call) => memberDatabase(call, databases).meta.revsLimit,
    put: async (call) => {
      const database = adminDatabase(call, databases)
      const revsLimit = jsonBody(call)
      if (typeof revsLimit !== 'number' || !Number.isSafeInteger(revsLimit) || revsLimit < 1)
        throw badRequest('`revs_limit` must be a positive integer')
      await changeMeta(database, { revsLimit })
      return { ok: true }
    },
  })

  resource(app, '/:db/_ensure_full_commit', {
    post: (call) => {
      const { meta } = memberDatabase(call, databases)
      return call.reply.code(201).send({ ok: true, instance_start_time: startTime(meta.createdAt) })
    },
  })

  resource(app, '/:db/_compact', {
    post: (call) => {
      const database = adminDatabase(call, databases)
      // As in CouchDB, compaction continues after the response.
      database.compact().catch(() => undefined)
      return call.reply.code(202).send({ ok: true })
    },
  })

  resource(app, '/:db/_view_cleanup', {
    post: async (call) => {
      await cleanViewStores(adminDatabase(call, databases))
      return call.reply.code(202).send({ ok: true })
    },
  })

  const changeMeta = (database: Database, change: Partial<Database['meta']>) =>
    database.exclusive(async () => {
      const meta = { ...database.meta, ...change }
      await databases.save(meta)
      database.meta = meta
      if (change.revsLimit !== undefined) database.reopen()
    })
}

export async function databaseInfo(database: Database) {
  const { living, deleted, lastSeq } = await countDocuments(database)
  const bytes = await sizeOf(dirname(database.folder))
  return {
    instance_start_time: startTime(database.meta.createdAt),
    db_name: database.meta.name,
    purge_seq: formatSequence(0, database.meta.id),
    update_seq: formatSequence(lastSeq, database.meta.id),
    sizes: { file: bytes, external: bytes, active: bytes },
    props: {},
    doc_del_count: deleted,
    doc_count: living,
    disk_format_version: 8,
    compact_running: false,
    cluster: { q: 1, n: 1, w: 1, r: 1 },
  }
}

const startTime = (createdAt: string) => String(Math.floor(Date.parse(createdAt) / 1000))

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)))
  return sizes.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0)
}
