import * as v from 'valibot'
import { digitsIn, findCity, formsOf, type Role, toAsciiDigits, type VehicleType, wordsOf } from '#model'
import type { AccountRecord, Standing, StoredAccount } from '../accounts/account-record.ts'
import { inTime } from '../concurrency/in-time.ts'
import type { Subscription } from '../couch/changes-feed.ts'
import type { Couch } from '../couch/couch.ts'
import type { Report } from '../couch/outage-log.ts'
import { pagesOf } from '../couch/pages.ts'
import { unavailable } from '../http/problem.ts'

export type UserRole = Exclude<Role, 'VISITOR'>
export const USER_ROLES = ['CUSTOMER', 'PARTNER', 'SUPPLIER', 'ADMIN'] as const satisfies UserRole[]

/** A person with an account, as the desk lists them. */
export interface User {
  id: string
  name: string
  email: string
  phone?: string
  /** The city's id. */
  city?: string
  role: UserRole
  /** `active`, unless an application of theirs is open or has given them their role. */
  status: 'active' | Exclude<Standing, 'rejected'>
  createdAt: string
  businessName?: string
  vehicleType?: VehicleType
}

interface UsersFilter {
  /** Words of name, e-mail or city in either script, or a part of a phone number. */
  q: string
  role?: UserRole | undefined
}

export const USER_SORTS = ['newest', 'oldest', 'name', 'role', 'city'] as const
type UserSort = (typeof USER_SORTS)[number]

interface UsersPage {
  users: User[]
  /** How many people the filter leaves. */
  found: number
  /** How many of them are not admins. */
  foundNonAdmins: number
  /** All people by role, whatever the filter. */
  counts: Record<UserRole, number>
  /** Where the next page begins; absent on the last one. */
  next?: string
}

/** Holds all people in memory, so that the desk searches and sorts them without asking the database. */
export interface UsersIndex {
  page(asked: UsersFilter & { sort: UserSort; after?: string | undefined; limit: number }): Promise<UsersPage>
  /** Everybody whom the filter leaves, in order. */
  all(asked: UsersFilter & { sort: UserSort }): Promise<User[]>
  /** Drops the index; the next request builds it again. */
  close(): Promise<void>
}

interface Entry {
  user: User
  /** What a search looks through: the words as they are written, and how they sound in Latin letters. */
  words: string
  digits: string
  sortKeys: Record<UserSort, string>
}

const IDLE_MS = 3_600_000
const PATIENCE_MS = 10_000
const READ_AT_ONCE = 1_000
/** A shorter number is looked for among the words alone: one digit is in almost every phone number. */
const FEWEST_DIGITS = 3

interface Needs {
  couch: Couch
  report: Report
  idleMs?: number
}

export function openUsersIndex({ couch, report, idleMs = IDLE_MS }: Needs): UsersIndex {
  const accounts = couch.db('accounts')
  let current: Built | undefined
  let idle: NodeJS.Timeout | undefined

  interface Built {
    entries: Map<string, Entry>
    /** By sort order; emptied by every change. */
    sorted: Map<UserSort, Entry[]>
    ready: Promise<void>
    feed: Subscription
    /** Names and cities repeat, and sounding a word out takes longer than finding it here. */
    sounds: Map<string, string>
  }

  async function drop(built = current) {
    if (built === undefined || current !== built) return
    current = undefined
    clearTimeout(idle)
    await built.feed.close()
  }

  function build(): Built {
    const begun = Promise.withResolvers<true>()
    let hasBegun = false
    const built: Built = {
      entries: new Map(),
      sorted: new Map(),
      sounds: new Map(),
      ready: Promise.resolve(),
      feed: couch.follow({
        path: 'accounts/_changes',
        row: v.object({ id: v.string() }),
        onBegin() {
          // Changes were missed: the index is built again at the next request.
          if (hasBegun) void drop(built)
          hasBegun = true
          begun.resolve(true)
        },
        onRows: (rows) => follow(rows.map(({ id }) => id)),
      }),
    }

    function follow(ids: string[]) {
      const changed = [...new Set(ids)].filter((id) => id.startsWith('account:'))
      built.ready = built.ready
        .then(async () => {
          // Each is read by itself, because a list comes from one copy, which may not have the change yet.
          for (const id of changed) put(id, await accounts.get<StoredAccount>(id))
          built.sorted.clear()
        })
        .catch((error: unknown) => {
          report('The list of users cannot follow the accounts and is built again', error)
          void drop(built)
        })
    }

    function put(id: string, record: StoredAccount | undefined) {
      const entry = record && entryOf(record, built.sounds)
      if (entry) built.entries.set(id, entry)
      else built.entries.delete(id)
    }

    built.ready = (async () => {
      // The feed delivers changes that happen during this read.
      if (!(await inTime(begun.promise, PATIENCE_MS))) throw unavailable()
      for await (const page of pagesOf<StoredAccount>(accounts, 'account:', READ_AT_ONCE))
        for (const record of page) put(record._id, record)
    })()
    built.ready.catch(() => drop(built))
    return built
  }

  async function ready(): Promise<Built> {
    current ??= build()
    clearTimeout(idle)
    idle = setTimeout(() => void drop(), idleMs)
    idle.unref()
    const built = current
    await built.ready
    return built
  }

  function sortedBy({ entries, sorted }: Built, sort: UserSort): Entry[] {
    const known = sorted.get(sort)
    if (known) return known
    const all = [...entries.values()].sort((a, b) => (a.sortKeys[sort] < b.sortKeys[sort] ? -1 : 1))
    if (sort === 'newest') all.reverse()
    sorted.set(sort, all)
    return all
  }

  async function found({ q, role, sort }: UsersFilter & { sort: UserSort }) {
    const built = await ready()
    const isWanted = matcherOf(q)
    const entries = sortedBy(built, sort).filter(
      (one) => (role === undefined || one.user.role === role) && isWanted(one),
    )
    return { built, entries }
  }

  return {
    async page({ after, limit, ...asked }) {
      const { built, entries } = await found(asked)
      const isLater = ({ sortKeys }: Entry, key: string) =>
        asked.sort === 'newest' ? sortKeys.newest < key : sortKeys[asked.sort] > key
      const from = after === undefined ? 0 : entries.findIndex((one) => isLater(one, after))
      const page = from === -1 ? [] : entries.slice(from, from + limit)
      const last = page.at(-1)
      const counts = { CUSTOMER: 0, PARTNER: 0, SUPPLIER: 0, ADMIN: 0 }
      for (const { user } of built.entries.values()) counts[user.role] += 1
      return {
        users: page.map(({ user }) => user),
        found: entries.length,
        foundNonAdmins: entries.filter(({ user }) => user.role !== 'ADMIN').length,
        counts,
        ...(last && from + limit < entries.length && { next: last.sortKeys[asked.sort] }),
      }
    },

    all: async (asked) => (await found(asked)).entries.map(({ user }) => user),

    async close() {
      await drop()
    },
  }
}

/** Returns undefined for visitors, for people whose account has ended, and for visitors who became somebody. */
function entryOf(record: StoredAccount, sounds: Map<string, string>): Entry | undefined {
  if (record.status !== 'active' || record.role === 'VISITOR') return undefined
  const { id, name, email, phone, city, role, createdAt, businessName, vehicleType }: AccountRecord = record
  const cityName = city === undefined ? undefined : findCity(city)?.name
  const spoken = [name, cityName?.en ?? city ?? '', cityName?.hi ?? ''].join(' ').toLowerCase()
  const heard = spoken.split(/\s+/).map((token) => {
    const known = sounds.get(token)
    if (known !== undefined) return known
    const forms = wordsOf(token).flatMap(formsOf).join(' ')
    sounds.set(token, forms)
    return forms
  })
  const byName = `${name.toLowerCase()}\u0000${id}`
  return {
    user: {
      ...{ id, name, email, role, status: statusOf(record), createdAt },
      ...(phone !== undefined && { phone }),
      ...(city !== undefined && { city }),
      ...(businessName !== undefined && { businessName }),
      ...(vehicleType !== undefined && { vehicleType }),
    },
    // An e-mail address is found as it is written.
    words: `${spoken} ${email.toLowerCase()} ${heard.join(' ')}`,
    digits: digitsIn(phone ?? ''),
    sortKeys: {
      newest: `${createdAt}\u0000${id}`,
      oldest: `${createdAt}\u0000${id}`,
      name: byName,
      role: `${USER_ROLES.indexOf(role)}\u0000${byName}`,
      city: `${cityName?.en ?? '\uffff'}\u0000${byName}`,
    },
  }
}

function statusOf({ standing, role }: AccountRecord): User['status'] {
  if (standing === 'pending_verification') return standing
  return standing === 'approved' && (role === 'PARTNER' || role === 'SUPPLIER') ? standing : 'active'
}

/** Every typed word must be in the name, the e-mail or the city; what is typed as a number may be in the phone. */
function matcherOf(q: string): (entry: Entry) => boolean {
  const typed = toAsciiDigits(q).trim().toLowerCase()
  // A part of an e-mail address is looked for as it is written, and a word by its sound, too.
  const parts = typed.split(/\s+/).map((part) => {
    const words = wordsOf(part)
    return words.length === 1 ? [part, ...words.flatMap(formsOf)] : [part]
  })
  const isNumber = /^[0-9\s+()-]+$/.test(typed)
  const digits = digitsIn(typed)
  return ({ words, digits: phone }) =>
    (isNumber && digits.length >= FEWEST_DIGITS && phone.includes(digits)) ||
    parts.every((forms) => forms.some((form) => words.includes(form)))
}
