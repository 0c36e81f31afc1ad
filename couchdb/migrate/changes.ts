import * as v from 'valibot'
import type { CouchClient } from '../client/couch-client.ts'

const Changes = v.object({
  results: v.array(
    v.object({
      id: v.string(),
      changes: v.array(v.object({ rev: v.string() })),
      deleted: v.optional(v.boolean(), false),
    }),
  ),
  last_seq: v.union([v.string(), v.number()]),
})

export interface Change {
  id: string
  /** All leaf revisions, including those of conflicts and of deleted branches. */
  revs: string[]
  /** Whether the winning revision is a tombstone. */
  isDeleted: boolean
}

export const pathOf = (database: string) => `/${encodeURIComponent(database)}`

/** Reads all documents that were changed after `since`, page by page; the last page is shorter than the others. */
export async function* readChanges(couch: CouchClient, database: string, since: string, pageSize: number) {
  for (let from = since; ; ) {
    const query = new URLSearchParams({ style: 'all_docs', limit: String(pageSize), since: from })
    const page = v.parse(Changes, await couch.get(`${pathOf(database)}/_changes?${query}`))
    from = String(page.last_seq)
    const changes = page.results.map(
      ({ id, changes, deleted }): Change => ({ id, revs: changes.map(({ rev }) => rev), isDeleted: deleted }),
    )
    yield { changes, lastSeq: from }
    if (changes.length < pageSize) return
  }
}
