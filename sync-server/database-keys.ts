import { hostname } from 'node:os'
import type { StoredAccount } from './accounts/account-record.ts'
import { openEmailClaims } from './accounts/email-claims.ts'
import type { Couch } from './couch/couch.ts'
import { isStatus } from './couch/failures.ts'
import { pagesOf } from './couch/pages.ts'
import type { KeyFolder, Keys, StoredKeys } from './settings/keys.ts'
import { SettingError } from './settings/setting-error.ts'

/** In `work`: which keys the database was made with. One document, so that of two who come with different keys one wins. */
export interface KeyRecord {
  _id: typeof KEY_RECORD
  type: 'keys'
  /** Absent only while keys are being replaced of which there was no record. */
  fingerprint?: string
  /** Where they were noted, for people who look for them. */
  folder: string
  host: string
  at: string
  /** `npm run keys:replace` has begun. */
  replacement?: { fingerprint: string; isUnderWay: boolean }
}

export const KEY_RECORD = 'keys'

/** So many accounts with an e-mail are enough: their ids are random, so the first ones are as good as any. */
const SAMPLE = 100

export interface KeyNeeds {
  folder: KeyFolder
  couch: Couch
  now: () => Date
}

/**
 * The keys of the data folder, if the database was made with them; from now on a database that nobody has used yet is
 * theirs. Throws `SettingError` where it was made with others, and then leaves no keys behind. Safe to repeat.
 */
export async function claimKeys(needs: KeyNeeds): Promise<StoredKeys> {
  const { folder, couch } = needs
  const store = couch.db('work')
  let draft: StoredKeys | undefined

  /** For a database without a record: it is empty, or an earlier release has used it. */
  async function unnoted(): Promise<StoredKeys | undefined> {
    const own = await folder.read()
    if (own) return (await wasMadeWithOthers(own, couch)) ? undefined : own
    if (!(await holdsAccounts(couch))) draft = await folder.draft()
    return draft
  }

  try {
    for (;;) {
      const record = await store.get<KeyRecord>(KEY_RECORD)
      refuseReplacement(record)
      const keys = record?.fingerprint === undefined ? await unnoted() : await keysOf(record.fingerprint, folder)
      if (!keys) throw notTheKeys(folder, await folder.read(), record)
      if (!record) await couch.createDatabase(store.name)
      // A replacement that has only been announced is withdrawn: it finds that out, and stops.
      const isNoted = record?.fingerprint !== undefined && !record.replacement
      if (!isNoted && (await store.put({ ...recordOf(keys, needs), _rev: record?._rev })) === 'conflict') continue
      if ((await folder.read())?.fingerprint !== keys.fingerprint) await folder.keep(keys)
      return keys
    }
  } finally {
    // Of keys that were kept no draft is left.
    if (draft) await folder.dropDraft(draft)
  }
}

/**
 * The same keys, without noting them: `couch:migrate` refuses a target that holds documents. Where nobody has used the
 * database, new keys are made for its first start.
 */
export async function keysBeforeStart({ folder, couch }: Pick<KeyNeeds, 'folder' | 'couch'>): Promise<StoredKeys> {
  const record = await couch.db('work').get<KeyRecord>(KEY_RECORD)
  refuseReplacement(record)
  const own = await folder.read()
  if (record?.fingerprint !== undefined) {
    const keys = await keysOf(record.fingerprint, folder)
    if (!keys) throw notTheKeys(folder, own, record)
    return keys
  }
  if (own ? await wasMadeWithOthers(own, couch) : await holdsAccounts(couch)) throw notTheKeys(folder, own, record)
  if (own) return own
  const made = await folder.draft()
  await folder.keep(made)
  return made
}

function refuseReplacement(record: KeyRecord | undefined) {
  if (!record?.replacement?.isUnderWay) return
  throw new SettingError(
    'The keys of this database are being replaced. If that was interrupted, finish it: npm run keys:replace -- --yes',
  )
}

/** Those of `keys.json`, or the draft of a start or a replacement that was killed before it could move them there. */
export async function keysOf(fingerprint: string, folder: KeyFolder): Promise<StoredKeys | undefined> {
  // The draft first: another process that moves it meanwhile removes it last.
  const candidates = [await folder.readDraft(), await folder.read()]
  return candidates.find((keys) => keys?.fingerprint === fingerprint)
}

export const recordOf = (keys: StoredKeys, { folder, now }: Pick<KeyNeeds, 'folder' | 'now'>): KeyRecord => ({
  _id: KEY_RECORD,
  type: 'keys',
  fingerprint: keys.fingerprint,
  folder: folder.path,
  host: hostname(),
  at: now().toISOString(),
})

/** False also where not even the database is there. */
export async function holdsAccounts(couch: Couch): Promise<boolean> {
  const ids = couch.db('accounts').ids('account:', 'account:\uffff', 1)
  return ids.then(
    ({ length }) => length > 0,
    (error: unknown) => {
      if (isStatus(error, 404)) return false
      throw error
    },
  )
}

/**
 * Looks whether these keys lead from e-mails to their accounts, in a database that has no record: each account has a
 * claim whose id is its e-mail's keyed hash. True when most of them do not; false also when no account has an e-mail.
 */
export async function wasMadeWithOthers(keys: Keys, couch: Couch): Promise<boolean> {
  if (!(await holdsAccounts(couch))) return false
  const claims = openEmailClaims({ couch, keys, now: () => new Date() })
  let [found, missed] = [0, 0]
  for await (const page of pagesOf<StoredAccount>(couch.db('accounts'), 'account:')) {
    for (const account of page) {
      if (account.status !== 'active' || account.email === '') continue
      if ((await claims.ownerOf(account.email)) === account.id) found += 1
      else missed += 1
    }
    if (found + missed >= SAMPLE) break
  }
  return missed > found
}

function notTheKeys({ path }: KeyFolder, own: Keys | undefined, record: KeyRecord | undefined): SettingError {
  const what = own
    ? `This database was made with other keys than those in ${path}/keys.json.`
    : `This database was made with keys, and there is no keys.json in ${path}.`
  return new SettingError(
    `${what} ${whereFrom(path, record)} Keys that are lost for good can be replaced: npm run keys:replace`,
  )
}

function whereFrom(path: string, record: KeyRecord | undefined): string {
  if (record?.fingerprint === undefined)
    return `Copy keys.json to ${path} from the MOGRA_DATA of the Mogra that has used it (by default .data in the folder of that release), or from a backup.`
  const { folder, host, at } = record
  const when = at.slice(0, 10)
  return folder === path && host === hostname()
    ? `Its keys were there on ${when}: put keys.json back from a backup of that folder.`
    : `Its keys were in ${folder} on ${host} on ${when}: copy keys.json from there, or from a backup, to ${path}.`
}
