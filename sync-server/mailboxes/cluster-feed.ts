import * as v from 'valibot'
import type { Subscription } from '../couch/changes-feed.ts'
import type { Couch } from '../couch/couch.ts'
import type { ChangeNotifier } from './change-notifier.ts'

const Update = v.object({ db_name: v.string() })

/**
 * Wakes the polls held here when another instance writes, and passes each hint on to `onHint`. `_db_updates` is late and
 * may lose events, so each one is only a hint; writes of this instance are reported directly.
 */
export const followCluster = (
  couch: Couch,
  notifier: ChangeNotifier,
  onHint: (database: string) => void,
): Subscription =>
  couch.follow({
    path: '_db_updates',
    row: Update,
    onBegin: () => notifier.notifyAll(),
    onRows: (rows) => {
      for (const { db_name } of rows) {
        notifier.notify(db_name, 'hinted')
        onHint(db_name)
      }
    },
  })
