import * as v from 'valibot'
import type { Pouch } from '../pouch/pouch.ts'
import { withLocalAnswers } from './local-answers.ts'

export interface Remote {
  db: Pouch
  /** As the server counts now. */
  countDocuments(): Promise<number>
}

const Info = v.object({ doc_count: v.number() })

/** A database behind the gate. What replicates comes when it is first needed: nothing that is shown waits for it. */
export async function openRemote(origin: string, name: string, fetch: typeof globalThis.fetch): Promise<Remote> {
  const url = `${origin}/db/${name}`
  const { openHttp } = await import('../pouch/replication.ts')
  const db = openHttp(url, withLocalAnswers(fetch))
  // PouchDB takes a failure of the first `_bulk_get` for a server without it, and asks for single documents from then on,
  // which the gate does not give. This one is answered locally and cannot fail.
  await db.bulkGet({ docs: [] })
  return {
    db,
    async countDocuments() {
      const response = await fetch(url)
      return v.parse(Info, await response.json()).doc_count
    },
  }
}
