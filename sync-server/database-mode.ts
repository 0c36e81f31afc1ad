import type { Couch } from './couch/couch.ts'
import { holdsAccounts } from './database-keys.ts'
import { SettingError } from './settings/setting-error.ts'
import type { Settings } from './settings/settings.ts'

type Mode = Settings['mode']

/**
 * A document in `work` that says whether this CouchDB belongs to a demo or a live service. It is written at the first
 * start and never changed.
 */
interface ModeMark {
  _id: string
  type: 'database-mode'
  mode: Mode
  since: string
}

const MARK = 'database-mode'

/**
 * Throws a `SettingError` if the CouchDB belongs to the other mode. To be called before anything is written: the
 * environment of a command may say demo, and its COUCHDB_URL may be that of a live service. A service of an earlier
 * release left no mark: if a CouchDB without one holds accounts, they may be those of a live service. The embedded
 * database has only ever been a demo's.
 */
export async function refuseOtherMode(
  couch: Couch,
  { mode, couchdbUrl }: Pick<Settings, 'mode' | 'couchdbUrl'>,
): Promise<void> {
  const mark = await couch.db('work').get<ModeMark>(MARK)
  if (mark) refuseOther(mark, mode)
  else if (mode === 'demo' && couchdbUrl !== undefined && (await holdsAccounts(couch)))
    throw new SettingError(
      'The CouchDB at COUCHDB_URL holds accounts and does not say whether they are those of a demo: if it belongs to a live Mogra, start that once, which marks it as live; a demo needs an empty CouchDB, or no COUCHDB_URL.',
    )
}

/**
 * Records that the CouchDB belongs to this mode. If two modes claim it at the same time, one gets it and the other
 * throws.
 */
export async function claimMode(couch: Couch, mode: Mode): Promise<void> {
  const store = couch.db('work')
  const own: ModeMark = { _id: MARK, type: 'database-mode', mode, since: new Date().toISOString() }
  if ((await store.create(own)) === 'created') return
  const mark = await store.get<ModeMark>(MARK)
  if (mark) refuseOther(mark, mode)
}

function refuseOther({ mode, since }: ModeMark, wanted: Mode) {
  if (mode === wanted) return
  const day = since.slice(0, 10)
  throw new SettingError(
    mode === 'live'
      ? `The CouchDB at COUCHDB_URL has belonged to a live Mogra since ${day}, and sample data has no place there: a demo needs another COUCHDB_URL, or none.`
      : `The CouchDB at COUCHDB_URL has belonged to a demo since ${day}, with sample data and people as whom anybody may have signed in: a live Mogra needs the COUCHDB_URL of an empty CouchDB; to go on with the demo, set MOGRA_MODE=demo.`,
  )
}
