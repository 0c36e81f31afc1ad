import * as v from 'valibot'
import { accountId, deviceId, ROLES } from '#model'
import type { KeyValue } from '../platform/key-value.ts'
import { randomId } from '../platform/random-id.ts'

const KEY = 'mogra_session'

const databaseName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,127}$/))

export const AccountSummary = v.object({
  id: accountId,
  email: v.string(),
  name: v.string(),
  role: v.picklist(ROLES),
})
export type AccountSummary = v.InferOutput<typeof AccountSummary>

/** Somebody who has not signed in and has asked for something: known by a cookie, with a mailbox, without a name. */
const VisitorSummary = v.object({ id: accountId, role: v.literal('VISITOR') })
export type VisitorSummary = v.InferOutput<typeof VisitorSummary>

export const isVisitor = (holder: AccountSummary | VisitorSummary): holder is VisitorSummary =>
  holder.role === 'VISITOR'

export const MailboxAddress = v.object({ name: databaseName, generation: v.number() })
export type MailboxAddress = v.InferOutput<typeof MailboxAddress>

/** Whose mailbox it is, and where. */
export const Holding = v.object({ account: v.union([AccountSummary, VisitorSummary]), mailbox: MailboxAddress })
export type Holding = v.InferOutput<typeof Holding>

/** What this browser works with: whose mailbox, in which local database, under which device id. */
const SessionState = v.object({
  database: databaseName,
  device: deviceId,
  /** Every device id that ever wrote into this local database, the present one last. */
  devices: v.array(deviceId),
  /** Absent: never signed in, or signed out, and nothing asked since. */
  signedIn: v.optional(Holding),
  /** The local database before this one, while something may be left in it. */
  movedFrom: v.optional(databaseName),
  /** Those that it took the place of, the latest last: a write that was under way then may still end in one of them. */
  replaced: v.optional(v.array(databaseName)),
  /** The session ended from afar; data stays and work goes on. */
  signedOutByServer: v.optional(v.boolean()),
  /** Since when (milliseconds) the service has been saying `account_deleted`, and nothing else. */
  deletedSaidAt: v.optional(v.number()),
  /** The account that was here was deleted, from elsewhere as far as is known; until the person has read it or signs in. */
  accountGone: v.optional(v.boolean()),
})
export type SessionState = v.InferOutput<typeof SessionState>

/** Absent where nobody has signed in; a visitor has not. */
export function accountOf({ signedIn }: SessionState): AccountSummary | undefined {
  return signedIn && !isVisitor(signedIn.account) ? signedIn.account : undefined
}

/** Where changes go; absent: nowhere, until somebody signs in or becomes a visitor. */
export function mailboxOf({ signedIn, signedOutByServer }: SessionState): MailboxAddress | undefined {
  return signedOutByServer ? undefined : signedIn?.mailbox
}

export interface SessionStateStore {
  /** Nothing usable was stored when this page began: a first start, or the storage was lost. */
  readonly wasLost: boolean
  /** The same object until it changes. */
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

/** From now on this browser writes as another device; what the old one wrote stays its own. */
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
