import { gateFetch } from '../gate/gate-fetch.ts'
import { openLastContact } from '../gate/last-contact.ts'
import { LiveQueries } from '../live/live-queries.ts'
import { Databases, newMailboxName } from '../local/databases.ts'
import { type Ids, openIds } from '../local/ids.ts'
import { keepSessionStateCopy, noteWritten } from '../local/recovery.ts'
import {
  isVisitor,
  openSessionState,
  readFeeds,
  type SessionState,
  type SessionStateStore,
} from '../local/session-state.ts'
import { openStorageHealth, type StorageHealth } from '../local/storage-health.ts'
import type { Environment } from '../platform/environment.ts'
import { openServiceClock, type ServiceClock } from '../platform/service-clock.ts'
import { onLostConnection, onStorageFailure } from '../pouch/connections.ts'
import { changeLocal } from '../pouch/local-document.ts'
import { Session } from '../session/session.ts'
import { openPageChannel } from '../sync/page-channel.ts'
import { Supervisor } from '../sync/supervisor.ts'
import { SyncStatusStore } from '../sync/sync-status-store.ts'

/** One page's access to this browser's data. */
export interface DataLayer {
  environment: Environment
  sessionState: SessionStateStore
  databases: Databases
  live: LiveQueries
  ids: Ids
  session: Session
  status: SyncStatusStore
  supervisor: Supervisor
  storage: StorageHealth
  /** `fetch` for requests to the gate. */
  gate: typeof globalThis.fetch
  /** The service's clock, by which everything here goes; `environment.now` gives the same time. */
  clock: ServiceClock
  now: () => Date
  /** Tells live queries, here and in other pages, about news of these documents that changes feeds do not report. */
  announce: (ids: readonly string[]) => void
  close: () => Promise<void>
}

export function openDataLayer(given: Environment): DataLayer {
  const { values } = given
  const clock = openServiceClock(given)
  const { now } = clock
  const environment = { ...given, fetch: clock.fetch, now }
  const channel = openPageChannel(environment.channel())
  const sessionState = openSessionState(values, () => newMailboxName(environment.name))
  const storage = openStorageHealth({
    tell: (trouble) => channel.post({ type: 'storage', trouble }),
    store: () =>
      changeLocal<{ at?: string }>(databases.mailbox().db, 'stores', {}, () => ({ at: now().toISOString() })),
    estimate: environment.estimateStorage,
  })
  const wrote = () => {
    storage.stored()
    supervisor.wake('write')
    noteWritten(values, databases.mailbox().db).catch(() => undefined)
  }
  // A replication that is idle may still have written nothing, so a test write must show that the storage works again.
  const storeAgain = () => {
    if (storage.trouble()) void storage.tryAgain()
  }
  const databases = new Databases({ prefix: environment.name, values, sessionState, wrote })
  const live = new LiveQueries(() => databases.stores())
  const announce = (ids: readonly string[]) => {
    live.touch(ids)
    channel.post({ type: 'touched', ids })
  }

  const lastContact = openLastContact(values, now)
  const gate = gateFetch({ fetch: environment.fetch, contact: lastContact.heard, sending: lastContact.sending })
  const session = new Session({ environment, databases, sessionState, gate, announce })
  const status = new SyncStatusStore({ environment, sessionState, live, lastContact, storage })
  const supervisor = new Supervisor({
    environment,
    channel,
    replicator: {
      environment,
      databases,
      sessionState,
      fetch: gate,
      lastContact,
      announce,
      storageFailed: storage.failed,
      becomeVisitor: () => session.becomeVisitor(),
      checkSession: () => {
        session
          .current()
          .catch((error: unknown) => console.warn('what the service says of the session cannot be followed now', error))
      },
    },
    received: (report) => {
      if (report.isAtRest) storeAgain()
      status.receive(report)
    },
  })

  let known = sessionState.get()
  const follow = () => {
    const next = sessionState.get()
    const previous = known
    known = next
    keepSessionStateCopy(databases.mailbox().db, next).catch(() => undefined)
    const hasMailbox = next.database === previous.database
    if (hasMailbox && isSameMap(readFeeds(previous), readFeeds(next))) return
    databases.forgetStrayFeeds()
    if (!hasMailbox) databases.forget(previous.database)
    live.switched({ keepAnswers: isSameOwner(previous, next) })
  }
  const stop = [
    sessionState.subscribe(follow),
    onLostConnection((name) => {
      if (!databases.dropLost(name)) return
      live.refreshAll()
      supervisor.restart()
    }),
    onStorageFailure((failure, name) => {
      if (databases.isOpen(name)) storage.failed(failure)
    }),
    // Documents that found no space are fetched at once, without the usual wait.
    storage.subscribe(() => storage.trouble() === undefined && supervisor.restart()),
    channel.subscribe((message) => message.type === 'storage' && storage.follow(message.trouble)),
    channel.subscribe((message) => message.type === 'touched' && live.touch(message.ids)),
    // A page that was frozen or cached may have missed what the others wrote.
    environment.onWake((reason) => {
      if (reason !== 'visible') return
      follow()
      live.refreshAll()
      storeAgain()
      void storage.measure()
    }),
  ]

  return {
    environment,
    sessionState,
    databases,
    live,
    ids: openIds(values, () => now().getTime()),
    session,
    status,
    supervisor,
    storage,
    gate,
    clock,
    now,
    announce,
    async close() {
      supervisor.stop()
      for (const end of stop) end()
      live.close()
      channel.close()
      await databases.close()
    },
  }
}

const isSameMap = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)

/** A visitor's data becomes the account's, so both count as the same owner. */
const isSameOwner = ({ signedIn: before }: SessionState, { signedIn: after }: SessionState) =>
  before?.account.id === after?.account.id || (before !== undefined && after !== undefined && isVisitor(before.account))
