import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { pathOf } from './changes.ts'
import type { MigrationPair } from './migration-pair.ts'

const Stored = v.object({ since: v.string() })

/** How far a database has come, kept with what came: in the target's own `_local/migration-<id>`. */
export interface Checkpoint {
  /** Undefined where this source has not brought anything yet. */
  read(): Promise<string | undefined>
  save(since: string): Promise<void>
}

/** Belongs to this one database of this one server: made anew under the same name, it is another. */
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
