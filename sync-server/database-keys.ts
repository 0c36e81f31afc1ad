import { hostname } from 'node:os'
import type { StoredAccount } from './accounts/account-record.ts'
import { openEmailClaims } from './accounts/email-claims.ts'
import type { Couch } from './couch/couch.ts'
import { isStatus } from './couch/failures.ts'
import { pagesOf } from './couch/pages.ts'
import type { KeyFolder, Keys, StoredKeys } from './settings/keys.ts'
import { SettingError } from './settings/setting-error.ts'

/**
 * The document in `work` that says which keys the database was made with. There is only one, so that only one of two
 * services that start with different keys can write it.
 */
export interface KeyRecord {
  _id: typeof KEY_RECORD
  type: 'keys'
  /** Absent only while the keys of a database that had no record are being replaced. */
  fingerprint?: string
  /** The place where the record was written, for operators who look for the keys. */
  folder: string
  host: string
  at: string
  /** `npm run keys:replace` has begun. */
  replacement?: { fingerprint: string; isUnderWay: boolean }
}

export const KEY_RECORD = 'keys'

/** How many accounts with an e-mail are checked. Account ids are random, so the first ones are a fair sample. */
const SAMPLE = 100

export interface KeyNeeds {
  folder: KeyFolder
  couch: Couch
  now: () => Date
}

/**
 * Returns the keys of the data folder if the database was made with them. Records their fingerprint in a database that
 * has no record; makes fresh keys if that database has no accounts and the folder no keys. Throws `SettingError` if the
 * database was made with other keys, and then leaves no new keys in the folder. Safe to repeat.
 */
export async function claimKeys(needs: KeyNeeds): Promise<StoredKeys> {
  const { folder, couch } = needs
  const store = couch.db('work')
  let draft: StoredKeys | undefined

  try {
    for (;;) {
      const record = await store.get<KeyRecord>(KEY_RECORD)
      const { keys, isDraft } = await fittingKeys(record, needs)
      if (isDraft) draft = keys
      if (!record) await couch.createDatabase(store.name)
      // This also withdraws a replacement that is only announced: its next write is a conflict, and it stops.
      const isNoted = record?.fingerprint !== undefined && !record.replacement
      if (!isNoted && (await store.put({ ...recordOf(keys, needs), _rev: record?._rev })) === 'conflict') continue
      if ((await folder.read())?.fingerprint !== keys.fingerprint) await folder.keep(keys)
      return keys
    }
  } finally {
    // `keep` has removed the draft already if the keys were kept; any other draft must not stay.
    if (draft) await folder.dropDraft(draft)
  }
}

/**
 * As `claimKeys`, but without recording them, because `couch:migrate` refuses a target with documents. For an unused
 * database, it creates the keys of its first start.
 */
export async function keysBeforeStart({ folder, couch }: Pick<KeyNeeds, 'folder' | 'couch'>): Promise<StoredKeys> {
  const record = await couch.db('work').get<KeyRecord>(KEY_RECORD)
  const { keys, isDraft } = await fittingKeys(record, { folder, couch })
  if (isDraft) await folder.keep(keys)
  return keys
}

/**
 * Returns the keys that the database was made with, or a draft if nobody has used it. A database without a record is
 * empty, or an earlier release has used it. Throws `SettingError` if the data folder does not hold its keys.
 */
async function fittingKeys(
  record: KeyRecord | undefined,
  { folder, couch }: Pick<KeyNeeds, 'folder' | 'couch'>,
): Promise<{ keys: StoredKeys; isDraft: boolean }> {
  refuseReplacement(record)
  const own = await folder.read()
  if (record?.fingerprint !== undefined) {
    const keys = await keysOf(record.fingerprint, folder)
    if (keys) return { keys, isDraft: false }
  } else if (own) {
    if (!(await wasMadeWithOthers(own, couch))) return { keys: own, isDraft: false }
  } else if (!(await holdsAccounts(couch))) return { keys: await folder.draft(), isDraft: true }
  throw notTheKeys(folder, own, record)
}

function refuseReplacement(record: KeyRecord | undefined) {
  if (!record?.replacement?.isUnderWay) return
  throw new SettingError(
    'The keys of this database are being replaced. If that was interrupted, finish it: npm run keys:replace -- --yes',
  )
}

/**
 * Returns the keys with this fingerprint, from `keys.json` or from the draft of a start or replacement that was killed
 * before it moved them there; undefined if neither file holds them.
 */
export async function keysOf(fingerprint: string, folder: KeyFolder): Promise<StoredKeys | undefined> {
  // The draft is read first, because another process that moves it removes it last.
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

/** Returns whether there is any account; also false if the database `accounts` does not exist. */
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
 * Checks whether a database without a record was made with other keys: each account has a claim whose id is the keyed
 * hash of its e-mail. Returns true if these keys find the claims of fewer than half of the accounts in the sample; also
 * false if no account has an e-mail.
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
