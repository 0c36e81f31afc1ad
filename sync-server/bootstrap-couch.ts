import { bootstrap, checkServer } from '../couchdb/bootstrap.ts'
import { connect } from '../couchdb/client/couch-client.ts'
import { runCommand } from '../couchdb/run-command.ts'
import { connectCouch } from './couch/couch.ts'
import { keysBeforeStart } from './database-keys.ts'
import { openKeyFolder } from './settings/keys.ts'
import { readDataSettings, SettingError } from './settings/settings.ts'

const PATIENCE_MS = 60_000

/** Prepares the configured CouchDB for the service, whose key for tokens is in the data folder. */
async function bootstrapCouch(): Promise<void> {
  const { couchdbUrl, dataFolder } = readDataSettings(process.env)
  if (couchdbUrl === undefined)
    throw new SettingError('COUCHDB_URL must be set, like http://admin:password@127.0.0.1:5984.')
  await checkServer(connect(couchdbUrl), { patienceMs: PATIENCE_MS, log: console.error })
  const couch = connectCouch(couchdbUrl)
  try {
    const { jwt } = await keysBeforeStart({ folder: await openKeyFolder(dataFolder), couch })
    await bootstrap({ url: couchdbUrl, jwtKey: jwt, countMailboxes: true, log: console.log, warn: console.error })
  } finally {
    await couch.close()
  }
}

await runCommand(bootstrapCouch)
