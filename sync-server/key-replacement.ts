import { setTimeout as waitFor } from 'node:timers/promises'
import { connect } from '../couchdb/client/couch-client.ts'
import { nodesThatAreUp, withdrawTokenKeys } from '../couchdb/token-keys.ts'
import type { Couch } from './couch/couch.ts'
import { pagesOf } from './couch/pages.ts'
import { KEY_RECORD, type KeyNeeds, type KeyRecord, keysOf, recordOf, wasMadeWithOthers } from './database-keys.ts'
import { DECIDER_LEASE } from './decider/decider.ts'
import { freeUnusedLease, openLease, RENEW_MS } from './lease/lease.ts'
import { openService } from './run-service.ts'
import type { Services } from './services.ts'
import type { KeyFolder, StoredKeys } from './settings/keys.ts'
import { SettingError, type Settings } from './settings/settings.ts'

interface Options {
  log?: (line: string) => void
  now?: () => Date
  pause?: (ms: number) => Promise<unknown>
  /** Called before and after every step; tests throw here. */
  onStep?: (point: string) => void
}

export interface Replaced {
  /** The path of the key file. */
  file: string
  /** The number of accounts that are found by their e-mails. */
  found: number
  /** Ids of accounts whose e-mail an older account has. */
  hidden: string[]
  sessions: number
  /** The number of removed links to Google and Facebook. */
  links: number
}

const LOST = 'CouchDB did not answer in time, or another keys:replace has begun. Nothing is lost: run this again.'
const REPLACING =
  'Another keys:replace runs on this database: let it finish, and run this again only if that one was interrupted.'
const RUNNING = 'A Mogra runs on this database: stop it, and every other one, then run this again.'

/**
 * Gives the database other keys: those of the data folder if the database was made with different ones, otherwise fresh
 * ones. E-mail claims are rewritten under the new keys. Sessions and links to providers are removed, because nobody
 * could use them any more, and CouchDB stops trusting the old token keys. Codes and counters expire by themselves. No
 * Mogra may be running, and none can start between the first change and the last. If it was killed, run it again.
 */
export async function replaceKeys(settings: Settings, options: Options = {}): Promise<Replaced> {
  const { log = () => {}, now = () => new Date() } = options
  let needs: KeyNeeds | undefined
  let keys: StoredKeys | undefined
  const { services, couchdbUrl, close } = await openService(settings, {
    ...{ log, now },
    async settleKeys(given) {
      needs = given
      keys = await begin(given, settings, options)
      return keys
    },
  })
  try {
    if (!needs || !keys) throw new Error('no keys were settled')
    return await replace({ ...needs, keys, services, couchdbUrl, isAlone: settings.couchdbUrl === undefined, options })
  } finally {
    await close()
  }
}

const asSetting = (error: Error) => {
  throw new SettingError(error.message)
}

/** Announces the replacement, makes sure that no service runs, and records that the replacement has begun. */
async function begin(needs: KeyNeeds, settings: Settings, { log, pause = waitFor }: Options): Promise<StoredKeys> {
  const { folder, couch } = needs
  const store = couch.db('work')
  // Checked before the first change: the old token keys can be withdrawn only while every node is up.
  if (settings.couchdbUrl !== undefined) await nodesThatAreUp(connect(settings.couchdbUrl)).catch(asSetting)
  const before = await store.get<KeyRecord>(KEY_RECORD)

  /**
   * The error for a record that another process has just written: another replacement, or a service that starts and
   * withdraws this one.
   */
  async function refusal(): Promise<SettingError> {
    const now = await store.get<KeyRecord>(KEY_RECORD)
    const isReplaced = before?.fingerprint !== undefined && now?.fingerprint !== before.fingerprint
    return new SettingError(now?.replacement || isReplaced ? REPLACING : RUNNING)
  }

  const keys = await keysToCome(before, folder, couch)
  if (!before) await couch.createDatabase(store.name)
  const { fingerprint: _, ...where } = recordOf(keys, needs)
  // An interrupted replacement is still in progress.
  const isUnderWay = before?.replacement?.isUnderWay ?? false
  const announced = { ...(before ?? where), replacement: { fingerprint: keys.fingerprint, isUnderWay } }
  const answer = await store.put<KeyRecord>(announced)
  if (answer === 'conflict') throw await refusal()
  if (settings.couchdbUrl !== undefined) {
    log?.('Making sure that no Mogra runs on this database; that can take a minute.')
    if (!(await freeUnusedLease({ store, name: DECIDER_LEASE }, pause))) {
      if (before) await store.put({ ...before, _rev: answer.rev })
      else await store.remove({ _id: KEY_RECORD, _rev: answer.rev })
      if (!isUnderWay) await folder.dropDraft(keys)
      // While a replacement is in progress, no service starts.
      throw new SettingError(isUnderWay ? REPLACING : RUNNING)
    }
  }
  const underWay = { ...announced, _rev: answer.rev, replacement: { fingerprint: keys.fingerprint, isUnderWay: true } }
  // A conflict means that a Mogra has started meanwhile and withdrawn the announcement.
  if ((await store.put<KeyRecord>(underWay)) === 'conflict') throw await refusal()
  return keys
}

async function keysToCome(before: KeyRecord | undefined, folder: KeyFolder, couch: Couch): Promise<StoredKeys> {
  const begun = before?.replacement && (await keysOf(before.replacement.fingerprint, folder))
  if (begun) return begun
  const own = await folder.read()
  const isOther =
    own !== undefined &&
    (before?.fingerprint === undefined ? await wasMadeWithOthers(own, couch) : own.fingerprint !== before.fingerprint)
  if (isOther) return own
  // Do not use a draft that an earlier start or replacement left: it may hold the very keys that must be replaced.
  const left = await folder.readDraft()
  if (left) await folder.dropDraft(left)
  return folder.draft()
}

interface Replacing extends KeyNeeds {
  keys: StoredKeys
  services: Services
  couchdbUrl: string
  isAlone: boolean
  options: Options
}

async function replace({ keys, folder, couch, services, couchdbUrl, isAlone, now, options }: Replacing) {
  const { onStep = () => {} } = options
  const work = couch.db('work')
  const lease = openLease({ store: work, name: DECIDER_LEASE, isAlone })
  if (!(await lease.keep())) throw new SettingError(RUNNING)
  const renewing = setInterval(() => void lease.keep().catch(() => false), RENEW_MS)

  async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
    onStep(`before ${name}`)
    if (!lease.isHeld()) throw new SettingError(LOST)
    const result = await run()
    onStep(`after ${name}`)
    return result
  }

  try {
    await step('withdraw token keys', () => withdrawTokenKeys(connect(couchdbUrl), keys.jwt).catch(asSetting))
    const { found, hidden } = await step('rewrite e-mail claims', () => services.emailClaims.rewrite())
    const sessions = await step('remove sessions', () => removeSessions(services))
    const links = await step('remove links', () => removeLinks(couch))
    await step('keep keys', () => folder.keep(keys))
    await step('settle record', () =>
      work.update<KeyRecord>(KEY_RECORD, (record) => {
        if (record?.replacement?.fingerprint !== keys.fingerprint) throw new SettingError(LOST)
        return recordOf(keys, { folder, now })
      }),
    )
    return { file: `${folder.path}/keys.json`, found, hidden, sessions, links }
  } finally {
    clearInterval(renewing)
    await lease.release().catch(() => undefined)
  }
}

/** Removes all sessions: no cookie matches one any more, but their owners would still see them listed. */
async function removeSessions({ couch, visitorExpiry: departures }: Services): Promise<number> {
  const store = couch.db('credentials')
  let removed = 0
  for await (const page of pagesOf<{ account: string; provenBy?: string }>(store, 'session:')) {
    await Promise.all(
      page.map(async (session) => {
        // This was the visitor's only session: nobody can come back as that visitor.
        if (session.provenBy === 'nothing') await departures.note(session.account)
        await store.remove(session)
      }),
    )
    removed += page.length
  }
  return removed
}

/** Removes all links to Google and Facebook: their ids are keyed hashes of user ids that are not stored. */
async function removeLinks(couch: Couch): Promise<number> {
  const store = couch.db('credentials')
  let removed = 0
  for await (const page of pagesOf(store, 'identity:')) {
    await Promise.all(page.map((link) => store.remove(link)))
    removed += page.length
  }
  return removed
}
