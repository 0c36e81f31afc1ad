import type { Couch } from './couch/couch.ts'
import { SettingError } from './settings/setting-error.ts'
import type { Settings } from './settings/settings.ts'

type Mode = Settings['mode']

/** In `work`: what the databases of this CouchDB are for. Written at the first start, and never changed. */
interface ModeMark {
  _id: string
  type: 'database-mode'
  mode: Mode
  since: string
}

const MARK = 'database-mode'

/**
 * Throws a `SettingError` if the CouchDB belongs to the other mode. To be called before anything is written: the
 * environment of a command may say demo, and its COUCHDB_URL may be that of a live service.
 */
export async function refuseOtherMode(couch: Couch, mode: Mode): Promise<void> {
  const mark = await couch.db('work').get<ModeMark>(MARK)
  if (mark) refuseOther(mark, mode)
}

/** Notes that the CouchDB belongs to this mode. If two modes claim it at the same time, one gets it and the other throws. */
export async function claimMode(couch: Couch, mode: Mode): Promise<void> {
  const mark: ModeMark = { _id: MARK, type: 'database-mode', mode, since: new Date().toISOString() }
  if ((await couch.db('work').create(mark)) !== 'created') await refuseOtherMode(couch, mode)
}

function refuseOther({ mode, since }: ModeMark, wanted: Mode) {
  if (mode === wanted) return
  const day = since.slice(0, 10)
  throw new SettingError(
    mode === 'live'
      ? `The CouchDB at COUCHDB_URL is a live Mogra's since ${day}, and sample data has no place there: a demo needs another COUCHDB_URL, or none.`
      : `The CouchDB at COUCHDB_URL is a demo's since ${day}, with sample data and people as whom anybody may have signed in: a live Mogra needs the COUCHDB_URL of an empty CouchDB; to go on with the demo, set MOGRA_MODE=demo.`,
  )
}
