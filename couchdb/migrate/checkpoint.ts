import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { pathOf } from './changes.ts'
import type { MigrationPair } from './migration-pair.ts'

const Stored = v.object({ since: v.string() })

/** The source's sequence up to which a database was copied, stored in the target's `_local/migration-<id>`. */
export interface Checkpoint {
  /** Undefined if nothing was copied from this source yet. */
  read(): Promise<string | undefined>
  save(since: string): Promise<void>
}

/** The checkpoint belongs to one database of one server; a database created again under its name gets another one. */
export async function openCheckpoint({ source, target, database }: MigrationPair): Promise<Checkpoint> {
  const { uuid } = await source.get('/')
  const { instance_start_time: madeAt } = await source.get(pathOf(database))
  const id = createHash('sha256')
    .update(JSON.stringify([uuid, database, madeAt]))
    .digest('hex')
    .slice(0, 16)
  const path = `${pathOf(database)}/_local/migration-${id}`
  return {
    async read() {
      const { status, body } = await target.try('GET', path)
      return status === 200 ? v.parse(Stored, body).since : undefined
    },
    async save(since) {
      await target.put(path, { since })
    },
  }
}
