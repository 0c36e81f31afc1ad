import * as v from 'valibot'
import type { CouchClient } from '../client/couch-client.ts'
import { pathOf } from './changes.ts'
import type { MigrationPair, Revision } from './migration-pair.ts'
import { putWithAttachments } from './put-with-attachments.ts'

const AT_ONCE = 100
/** Well below the 16 MB that local.ini allows per request. */
const REQUEST_BYTES = 4_000_000

const RevsDiff = v.record(v.string(), v.object({ missing: v.array(v.string()) }))
const BulkGet = v.object({
  results: v.array(v.object({ docs: v.array(v.object({ ok: v.optional(v.looseObject({ _id: v.string() })) })) })),
})

/** With `new_edits: false` the response contains only the refused documents. */
const Refusals = v.array(v.object({ id: v.string(), error: v.optional(v.string()), reason: v.optional(v.string()) }))

/** Copies to the target the revisions that it lacks, each with its history; returns how many. */
export async function copyRevisions(pair: MigrationPair, revs: Map<string, string[]>): Promise<number> {
  if (revs.size === 0) return 0
  const path = pathOf(pair.database)
  const diff = v.parse(RevsDiff, await pair.target.post(`${path}/_revs_diff`, Object.fromEntries(revs)))
  const wanted = Object.entries(diff).flatMap(([id, { missing }]) => missing.map((rev) => ({ id, rev })))
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const docs = await readRevisions(pair.source, path, wanted.slice(at, at + AT_ONCE))
    await writeRevisions(
      pair.target,
      path,
      docs.filter((doc) => doc._attachments === undefined),
    )
    for (const doc of docs) if (doc._attachments !== undefined) await putWithAttachments(pair, doc)
  }
  return wanted.length
}

/** Skips a revision that no longer exists: a newer one has replaced it, and comes with the next changes. */
async function readRevisions(source: CouchClient, path: string, wanted: object[]): Promise<Revision[]> {
  const { results } = v.parse(BulkGet, await source.post(`${path}/_bulk_get?revs=true`, { docs: wanted }))
  return results.flatMap(({ docs }) => docs.flatMap(({ ok }) => (ok ? [ok] : [])))
}

async function writeRevisions(target: CouchClient, path: string, docs: Revision[]): Promise<void> {
  for (const batch of batchesOf(docs)) {
    const answers = v.parse(Refusals, await target.post(`${path}/_bulk_docs`, { docs: batch, new_edits: false }))
    for (const { id, error, reason } of answers)
      if (error) throw new Error(`${target.origin} refuses ${id} of ${path}: ${reason ?? error}.`)
  }
}

function* batchesOf(docs: Revision[]): Generator<Revision[]> {
  let batch: Revision[] = []
  let bytes = 0
  for (const doc of docs) {
    const size = Buffer.byteLength(JSON.stringify(doc))
    if (batch.length > 0 && bytes + size > REQUEST_BYTES) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(doc)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
