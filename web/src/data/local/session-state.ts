import * as v from 'valibot'
import { APPLICATION_TYPES, accountId, deviceId, ROLES, timestamp } from '#model'
import type { KeyValue } from '../platform/key-value.ts'
import { randomId } from '../platform/random-id.ts'

const KEY = 'mogra_session'

const databaseName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,127}$/))

export const AccountSummary = v.object({
  id: accountId,
  version: v.optional(v.number()),
  email: v.string(),
  name: v.string(),
  role: v.picklist(ROLES),
})
export type AccountSummary = v.InferOutput<typeof AccountSummary>

/** A person who has asked for something without signing in: known by a cookie, with a mailbox, without a name. */
const VisitorSummary = v.object({ id: accountId, version: v.optional(v.number()), role: v.literal('VISITOR') })
export type VisitorSummary = v.InferOutput<typeof VisitorSummary>

export const isVisitor = (holder: AccountSummary | VisitorSummary): holder is VisitorSummary =>
  holder.role === 'VISITOR'

export const MailboxAddress = v.object({ name: databaseName, generation: v.number() })
export type MailboxAddress = v.InferOutput<typeof MailboxAddress>

/** Somebody applied with the account's e-mail address, in another browser, and its owner has not said whether they did. */
const UnconfirmedApplication = v.object({
  application: v.string(),
  type: v.picklist(APPLICATION_TYPES),
  at: timestamp,
})
export type UnconfirmedApplication = v.InferOutput<typeof UnconfirmedApplication>

/** A feed: what it is, and the name by which the gate knows it. */
const FeedAddress = v.object({ name: v.string(), database: databaseName })
export type FeedAddress = v.InferOutput<typeof FeedAddress>

/** The mailbox's owner, its address, and the feeds that the owner reads. */
export const Holding = v.object({
  account: v.union([AccountSummary, VisitorSummary]),
  mailbox: MailboxAddress,
  feeds: v.optional(v.array(FeedAddress)),
  unconfirmedApplication: v.optional(UnconfirmedApplication),
})
export type Holding = v.InferOutput<typeof Holding>

/** The state that this browser works with: the mailbox's owner, the local database, and the device id. */
const SessionState = v.object({
  database: databaseName,
  device: deviceId,
  /** Every device id that has written into this local database, the current one last. */
  devices: v.array(deviceId),
  /** Absent if nobody has signed in and no visitor was registered, or since the last sign-out. */
  signedIn: v.optional(Holding),
  /** The previous local database, while it may still hold something that was not copied. */
  movedFrom: v.optional(databaseName),
  /**
   * The local databases that this one replaced, the latest last: a write that was under way may still end in one of
   * them.
   */
  replaced: v.optional(v.array(databaseName)),
  /** The database of each feed that came to rest last: it is read until the listed one has come to rest too. */
  shownFeeds: v.optional(v.record(v.string(), databaseName)),
  /** The service ended the session; the data stays, and the person can go on working with it. */
  signedOutByServer: v.optional(v.boolean()),
  /** Since when (epoch milliseconds) every answer of the service has been `account_deleted`. */
  deletedSaidAt: v.optional(v.number()),
  /** The account was deleted, probably from another device; set until the person has read that or signs in. */
  accountGone: v.optional(v.boolean()),
})
export type SessionState = v.InferOutput<typeof SessionState>

/** Undefined if nobody is signed in; a visitor is not. */
export function accountOf({ signedIn }: SessionState): AccountSummary | undefined {
  return signedIn && !isVisitor(signedIn.account) ? signedIn.account : undefined
}

/**
 * The mailbox to replicate with; undefined until somebody signs in or becomes a visitor, and once the service has ended
 * the session.
 */
export function mailboxOf({ signedIn, signedOutByServer }: SessionState): MailboxAddress | undefined {
  return signedOutByServer ? undefined : signedIn?.mailbox
}

/** The feeds of the service's last answer; they count offline too. None once the service has ended the session. */
export const listedFeeds = ({ signedIn, signedOutByServer }: SessionState): readonly FeedAddress[] =>
  signedOutByServer ? [] : (signedIn?.feeds ?? [])

/** The database that is read for each listed feed, by the feed's name. */
export const readFeeds = (sessionState: SessionState): ReadonlyMap<string, string> =>
  new Map(
    listedFeeds(sessionState).map(({ name, database }) => [name, sessionState.shownFeeds?.[name] ?? database] as const),
  )

/** Every other database of a feed is destroyed. */
export const keptFeeds = (sessionState: SessionState): readonly string[] => [
  ...listedFeeds(sessionState).map(({ database }) => database),
  ...readFeeds(sessionState).values(),
]

export interface SessionStateStore {
  /** Whether no usable state was stored when this page started: it is a first start, or the storage was lost. */
  readonly wasLost: boolean
  /** Returns the same object until the state changes. */
  get(): SessionState
  set(sessionState: SessionState): void
  subscribe(listener: () => void): () => void
}

export function openSessionState(values: KeyValue, newDatabaseName: () => string): SessionStateStore {
  let text: string | undefined
  let sessionState: SessionState | undefined

  let wasLost = false

  const get = () => {
    const stored = values.get(KEY)
    if (sessionState && stored === text) return sessionState
    const read = parse(stored)
    if (!read) {
      wasLost = true
      return set(freshSessionState(newDatabaseName()))
    }
    text = stored
    sessionState = read
    return read
  }
  const set = (next: SessionState) => {
    sessionState = next
    text = JSON.stringify(next)
    values.set(KEY, text)
    return next
  }
  return {
    get wasLost() {
      return wasLost
    },
    get,
    set,
    subscribe: (listener) =>
      values.subscribe((key) => {
        if (key === undefined || key === KEY) listener()
      }),
  }
}

export const freshSessionState = (database: string): SessionState => {
  const device = randomId(12)
  return { database, device, devices: [device] }
}

/** Gives this browser a new device id; what was written under the old one keeps that. */
export const withNewDevice = (sessionState: SessionState): SessionState => {
  const device = randomId(12)
  return { ...sessionState, device, devices: [...sessionState.devices, device] }
}

function parse(text: string | undefined): SessionState | undefined {
  try {
    return asSessionState(JSON.parse(text ?? 'null'))
  } catch {
    return undefined
  }
}

export function asSessionState(value: unknown): SessionState | undefined {
  const read = v.safeParse(SessionState, value)
  return read.success ? read.output : undefined
}
