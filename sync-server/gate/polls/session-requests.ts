import * as v from 'valibot'
import { demotionsOf } from '../../accounts/accounts.ts'
import type { Session, Sessions } from '../../accounts/sessions.ts'
import type { Subscription } from '../../couch/changes-feed.ts'
import type { Couch } from '../../couch/couch.ts'

/** The open requests of each session, so that they are cut off when the session ends or its mailbox changes. */
export interface SessionRequests {
  /** `cut` is called once when the session ends. Call the returned function when the request is over. */
  add(session: Session, cut: () => void): () => void
  /** From now on, requests are also cut off if another instance ended their session. */
  start(): void
  /**
   * Cuts off requests whose session should have expired by now; if the session was used since, the client is admitted
   * again.
   */
  cutExpired(): void
  count(): number
  close(): Promise<void>
}

interface Open {
  session: string
  account: string
  mailbox: string
  demotions: number
  expiresAt: string
  cut(): void
}

/** Sessions and accounts are cached for 2 s. */
const REMEMBERED_MS = 2_500
const EXPIRED_EVERY_MS = 60_000

const SessionRow = v.object({
  id: v.string(),
  deleted: v.optional(v.boolean(), false),
  doc: v.optional(v.nullable(v.object({ endedAt: v.optional(v.string()) }))),
})
const AccountRow = v.object({
  doc: v.optional(
    v.object({
      id: v.optional(v.string(), ''),
      status: v.optional(v.string()),
      mailbox: v.optional(v.object({ name: v.string() })),
      demotions: v.optional(v.number()),
    }),
  ),
})

interface Needs {
  sessions: Sessions
  couch: Couch
  now: () => Date
}

export function openSessionRequests({ sessions, couch, now }: Needs): SessionRequests {
  const all = new Set<Open>()
  const timers = new Set<NodeJS.Timeout>()
  let following: Subscription[] = []
  let clock: NodeJS.Timeout | undefined

  function cut(isOver: (open: Open) => boolean) {
    for (const open of all) {
      if (!isOver(open)) continue
      all.delete(open)
      open.cut()
    }
  }

  /**
   * Another instance ended the session. A client that returns immediately may be admitted from the cache, so it is cut
   * off a second time.
   */
  function cutTwice(isOver: (open: Open) => boolean) {
    cut(isOver)
    const timer = setTimeout(() => {
      timers.delete(timer)
      cut(isOver)
    }, REMEMBERED_MS)
    timers.add(timer)
  }
  function cutExpired() {
    const at = now().toISOString()
    cut(({ expiresAt }) => expiresAt <= at)
  }
  sessions.onEnd((id) => cut(({ session }) => session === id))

  return {
    add({ id, account, expiresAt }, end) {
      const open = {
        ...{ session: id, account: account.id, mailbox: account.mailbox.name },
        ...{ demotions: demotionsOf(account), expiresAt, cut: end },
      }
      all.add(open)
      return () => all.delete(open)
    },

    start() {
      // A client that still has a session asks again immediately and is admitted again.
      clock = setInterval(cutExpired, EXPIRED_EVERY_MS)
      const onBegin = () => cut(() => true)
      following = [
        couch.follow({
          path: 'credentials/_changes',
          query: { include_docs: 'true' },
          row: SessionRow,
          onBegin,
          onRows(rows) {
            const ended = new Set(rows.flatMap(({ id, deleted, doc }) => (deleted || doc?.endedAt ? [id] : [])))
            if (ended.size > 0) cutTwice(({ session }) => ended.has(`session:${session}`))
          },
        }),
        couch.follow({
          path: 'accounts/_changes',
          query: { include_docs: 'true' },
          row: AccountRow,
          onBegin,
          onRows(rows) {
            const changed = new Map(rows.flatMap(({ doc }) => (doc?.status ? [[doc.id, doc] as const] : [])))
            if (changed.size === 0) return
            cutTwice(({ account, mailbox, demotions }) => {
              const now = changed.get(account)
              if (now === undefined) return false
              return now.status !== 'active' || now.mailbox?.name !== mailbox || demotionsOf(now) > demotions
            })
          },
        }),
      ]
    },

    cutExpired,

    count: () => all.size,

    async close() {
      clearInterval(clock)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(following.map((one) => one.close()))
    },
  }
}
