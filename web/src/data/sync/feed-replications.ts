import { dayOf } from '#model'
import { noteComplete } from '../local/initial-sync-flag.ts'
import { DELIVERY_FEEDS, isOnDuty } from '../local/partner-state.ts'
import { type FeedAddress, listedFeeds } from '../local/session-state.ts'
import { openRemote } from './replication/remote.ts'
import { ReplicationRunner } from './replication/replication-runner.ts'
import type { ReplicatorParts } from './replicator.ts'

/** The pulls of the feeds that the session lists. Loaded only for accounts that have feeds. */
export class FeedReplications {
  readonly #parts: ReplicatorParts
  readonly #running = new Map<string, ReplicationRunner>()
  #midnight: ReturnType<typeof setTimeout> | undefined
  #isStopped = false
  /** Counts the looks at the partner's duty. */
  #looks = 0

  constructor(parts: ReplicatorParts) {
    this.#parts = parts
    this.#awaitMidnight()
  }

  /**
   * Follows the session state: other feeds, the next generation of one, or none. Follows the partner's duty, too: off
   * duty, nobody needs what is open in the city.
   */
  follow(): void {
    const listed = listedFeeds(this.#parts.sessionState.get())
    if (!listed.some(isOfDeliveries)) this.#run(listed)
    // If this fails, the next news of the mailbox or the next wake asks again.
    else this.#followDuty().catch(() => undefined)
  }

  async #followDuty() {
    const { databases, environment, sessionState } = this.#parts
    this.#looks += 1
    const look = this.#looks
    const isOn = await isOnDuty(databases.mailbox(), environment.now())
    // A look that began later knows better.
    if (this.#isStopped || look !== this.#looks) return
    const listed = listedFeeds(sessionState.get())
    this.#run(isOn ? listed : listed.filter((feed) => !isOfDeliveries(feed)))
  }

  #run(listed: readonly FeedAddress[]) {
    for (const [database, runner] of this.#running) {
      if (listed.some((feed) => feed.database === database)) continue
      runner.stop()
      this.#running.delete(database)
    }
    for (const feed of listed) {
      if (this.#running.has(feed.database)) continue
      const runner = this.#runner(feed)
      this.#running.set(feed.database, runner)
      runner.wake()
    }
  }

  wake(): void {
    for (const runner of this.#running.values()) runner.wake()
  }

  restart(): void {
    for (const runner of this.#running.values()) runner.restart()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#midnight)
    for (const runner of this.#running.values()) runner.stop()
    this.#running.clear()
  }

  #runner(feed: FeedAddress): ReplicationRunner {
    const { environment, databases, fetch, checkSession } = this.#parts
    return new ReplicationRunner({
      begin: async (batchSize) => {
        const remote = await openRemote(environment.origin, feed.database, fetch)
        const replication = remote.pull(databases.openFeed(feed.database).db, { live: true, batchSize })
        // If this cannot be stored, the next pull stores it.
        replication.on('paused', () => void this.#hasCome(feed.database).catch(() => undefined))
        return { replication }
      },
      changed: () => undefined,
      // The account no longer reads this feed, or reads another one: the runner tries again after 1, 2, 4 … 30 s.
      failed: (error) => {
        if (isRefusal(error)) checkSession()
      },
    })
  }

  /** The feed is as the service has it: it is read from now on, and the one before it is destroyed. */
  async #hasCome(database: string) {
    const { environment, databases, sessionState, announce } = this.#parts
    // The session may have ended meanwhile; opening the database again would leave an empty one behind. At midnight the
    // database gets another name: today's feed becomes yesterday's.
    const listed = () => listedFeeds(sessionState.get()).find((feed) => feed.database === database)
    if (!listed()) return
    const isNews = await noteComplete(databases.openFeed(database).db, environment.now().toISOString())
    const name = listed()?.name
    const { shownFeeds = {}, ...rest } = sessionState.get()
    if (name !== undefined && shownFeeds[name] !== database)
      sessionState.set({ ...rest, shownFeeds: { ...shownFeeds, [name]: database } })
    if (isNews) announce(['complete'])
    await databases.destroyStrayFeeds()
  }

  /** A feed of one day ends with the day. */
  #awaitMidnight() {
    const { environment, checkSession } = this.#parts
    this.#midnight = setTimeout(() => {
      checkSession()
      this.#awaitMidnight()
    }, msUntilMidnight(environment.now()))
  }
}

const isOfDeliveries = ({ name }: FeedAddress) => DELIVERY_FEEDS.some((one) => one === name)

const DAY_MS = 86_400_000

const msUntilMidnight = (now: Date) =>
  Date.parse(`${dayOf(new Date(now.getTime() + DAY_MS))}T00:00:00+05:30`) - now.getTime()

const isRefusal = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && [401, 403, 404].includes(Number(error.status))
