import type { CouchClient } from '../couchdb/couch-client.ts'
import { connectCouch } from './couch/couch.ts'
import { SettingError } from './setting-error.ts'
import type { Settings } from './settings.ts'

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
export async function refuseOtherMode(couch: CouchClient, mode: Mode): Promise<void> {
  const { status, body } = await couch.try('GET', `/work/${MARK}`)
  if (status === 404) return
  if (status !== 200) throw new Error(`CouchDB answered ${status} when asked for work/${MARK}.`)
  refuseOther(body as ModeMark, mode, couch.origin)
}

/** From now on the CouchDB belongs to this mode. Of two that claim it at once one gets it, and the other throws. */
export async function claimMode(couchdbUrl: string, mode: Mode): Promise<void> {
  const couch = connectCouch(couchdbUrl)
  try {
    const work = couch.db('work')
    const mark: ModeMark = { _id: MARK, type: 'database-mode', mode, since: new Date().toISOString() }
    if ((await work.create(mark)) === 'created') return
    const stored = await work.get<ModeMark>(MARK)
    if (!stored) throw new Error(`work/${MARK} neither can be written nor is there`)
    refuseOther(stored, mode, couch.origin)
  } finally {
    await couch.close()
  }
}

function refuseOther({ mode, since }: ModeMark, wanted: Mode, origin: string) {
  if (mode === wanted) return
  const day = since.slice(0, 10)
  throw new SettingError(
    mode === 'live'
      ? `The CouchDB at ${origin} is a live Mogra's since ${day}, and sample data has no place there: a demo needs another COUCHDB_URL, or none.`
      : `The CouchDB at ${origin} is a demo's since ${day}, with sample data and people as whom anybody may have signed in: a live Mogra needs the COUCHDB_URL of an empty CouchDB; to go on with the demo, set MOGRA_MODE=demo.`,
  )
}
