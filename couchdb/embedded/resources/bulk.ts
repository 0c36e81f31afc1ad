import type { FastifyInstance } from 'fastify'
import { adminDatabase, memberDatabase } from '../access/open-database.ts'
import { checkId, checkRev, isDesign, isLocal } from '../documents/ids.ts'
import { checkSize, type Limits, normaliseDocument } from '../documents/normalise.ts'
import { readingOf, readLeaves } from '../documents/reads.ts'
import { generationOf, leavesOf, revsOf, revTreeOf } from '../documents/revision-tree.ts'
import { writeDocuments } from '../documents/writes.ts'
import { asFailure, badRequest } from '../http/failure.ts'
import { arrayOf, asObject, isObject, type JsonObject } from '../http/json.ts'
import { postedObject, rawBody, resource } from '../http/resource.ts'
import type { Databases } from '../store/databases.ts'
import type { Pouch } from '../store/pouch.ts'

/** `_bulk_docs`, `_bulk_get` and `_revs_diff`, the requests of replication. */
export function bulkResources(app: FastifyInstance, databases: Databases, limits: Limits): void {
  resource(app, '/:db/_bulk_docs', {
    post: async (call) => {
      const database = memberDatabase(call, databases)
      const body = postedObject(call)
      if (!Array.isArray(body.docs)) throw badRequest('POST body must include `docs` parameter.')
      const newEdits = body.new_edits !== false
      const docs = body.docs.map((doc) => normaliseDocument(doc, { newEdits, limits }))
      for (const doc of docs) checkSize(doc, rawBody(call).length, limits)
      if (docs.some((doc) => isDesign(doc._id))) adminDatabase(call, databases)
      const results = await writeDocuments(database, docs, newEdits, call.user)
      return call.reply.code(201).send(newEdits ? results : results.filter((result) => 'error' in result))
    },
  })

  resource(app, '/:db/_bulk_get', {
    post: async (call) => {
      const database = memberDatabase(call, databases)
      const reading = readingOf(call.parameters)
      const body = postedObject(call)
      if (!Array.isArray(body.docs)) throw badRequest("Missing JSON list of 'docs'.")
      const wanted = body.docs.map((entry) => asObject(entry))
      return database.use(async (pouch) => {
        return { results: await inParallel(wanted, (entry) => bulkGetOne(pouch, entry, reading)) }
      })
    },
  })

  resource(app, '/:db/_revs_diff', {
    post: async (call) => {
      const database = memberDatabase(call, databases)
      const asked = Object.entries(postedObject(call)).map(
        ([id, revs]) => [id, arrayOf(revs, id).map(checkRev)] as const,
      )
      return database.use(async (pouch) => {
        const answer = new Map<string, JsonObject>()
        const trees = await inParallel(asked, ([id]) => revTreeOf(pouch, id))
        for (const [index, [id, revs]] of asked.entries()) {
          const tree = trees[index] ?? []
          const known = revsOf(tree)
          const missing = revs.filter((rev) => !known.has(rev))
          if (missing.length === 0) continue
          const newest = Math.max(...missing.map(generationOf))
          const ancestors = leavesOf(tree).filter((leaf) => generationOf(leaf.rev) < newest)
          const possible = ancestors.length > 0 ? { possible_ancestors: ancestors.map((leaf) => leaf.rev) } : {}
          answer.set(id, { missing, ...possible })
        }
        return Object.fromEntries(answer)
      })
    },
  })
}

const AT_ONCE = 64

/** Keeps the order and limits the parallel work, because documents may be large. */
async function inParallel<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  return results
}

async function bulkGetOne(
  pouch: Pouch,
  { id, rev, atts_since: attsSince }: JsonObject,
  reading: ReturnType<typeof readingOf>,
): Promise<JsonObject> {
  const failed = (word: string, reason: string) => ({
    id,
    docs: [{ error: { id, rev: rev ?? 'undefined', error: word, reason } }],
  })
  if (typeof id !== 'string') return failed('illegal_docid', 'Document id must be a string')
  try {
    if (isLocal(checkId(id))) return failed('not_found', 'missing')
    const revs = rev === undefined ? 'all' : [checkRev(rev)]
    const known = Array.isArray(attsSince) ? { attsSince: attsSince.map(checkRev), attachments: true } : {}
    const leaves = await readLeaves(pouch, id, revs, { ...reading, ...known })
    if (leaves.length === 0) return failed('not_found', 'missing')
    const docs = leaves.map((leaf) =>
      'ok' in leaf ? leaf : { error: { id, rev: leaf.missing, error: 'not_found', reason: 'missing' } },
    )
    return { id, docs }
  } catch (error) {
    const { word, reason } = wordsOf(error)
    return failed(word, reason)
  }
}

function wordsOf(error: unknown): { word: string; reason: string } {
  const failure = asFailure(error)
  if (failure.status >= 500 && !isObject(error)) throw error
  return { word: failure.word, reason: failure.message }
}
