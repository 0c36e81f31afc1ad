import * as v from 'valibot'
import type { Couch } from '../couch/couch.ts'
import type { Following } from '../couch/follow.ts'
import type { Hub } from './hub.ts'

const Update = v.object({ db_name: v.string() })

/**
 * What other instances write wakes the polls that are held here. `_db_updates` is late and may lose something; so
 * it is a hint, and what happens here is told by whoever does it.
 */
export const hearOthers = (couch: Couch, hub: Hub): Following =>
  couch.follow({
    path: '_db_updates',
    row: Update,
    onBegin: () => hub.touchAll(),
    onRows: (rows) => {
      for (const { db_name } of rows) hub.touch(db_name, 'hinted')
    },
  })
