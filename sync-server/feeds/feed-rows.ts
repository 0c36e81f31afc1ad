import type { ClosedRow } from '#model'
import type { Couch } from '../couch/couch.ts'
import type { ChangeNotifier } from '../mailboxes/change-notifier.ts'

type Row = { _id: string; version: number }

/** What replaces a row once its subject is no longer open. */
export type Closing = { id: string } & Pick<ClosedRow, 'type' | 'version' | 'city'>

/**
 * Writes the rows of a feed, each only if none of its version or of a later one exists. Safe to repeat; wakes the polls
 * of devices. Called by `tell`, as the first of its steps.
 */
export interface FeedRows<R extends Row, C extends Closing = Closing> {
  put(row: R): Promise<void>
  /** Closes the row, whether or not it was ever written. A row is never deleted. */
  close(row: C): Promise<void>
}

interface Needs {
  couch: Pick<Couch, 'db'>
  notifier: Pick<ChangeNotifier, 'notify'>
  now: () => Date
}

/** Writes the row unless one of its version, or of a later one, exists. */
export async function writeRow({ couch, notifier }: Omit<Needs, 'now'>, database: string, row: Row): Promise<void> {
  const store = couch.db(database)
  let isNewer = false
  await store.update<Row>(row._id, (before) => {
    isNewer = before === undefined || row.version > before.version
    return isNewer ? row : undefined
  })
  if (isNewer) notifier.notify(database)
}

/** The rows of the feed that `database` names. */
export function openFeedRows<R extends Row>(needs: Needs, database: () => Promise<string>): FeedRows<R> {
  return {
    put: async (row) => writeRow(needs, await database(), row),
    async close({ id, type, version, city }) {
      const closedAt = needs.now().toISOString()
      await writeRow(needs, await database(), {
        ...{ _id: id, type, version, closedAt },
        ...(city !== undefined && { city }),
      } as Row)
    },
  }
}
