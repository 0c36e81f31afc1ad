import '../../src/ui/fonts.css'
import '../../src/ui/tokens.css'
import '../../src/ui/base.css'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '../../src/app/start/app.tsx'
import { ask } from '../../src/data/ask.ts'
import { noteComplete } from '../../src/data/local/initial-sync-flag.ts'
import { type OrderView, ordersNewestFirst, type PagedList } from '../../src/data/orders/orders.ts'
import { openLocal, type Pouch } from '../../src/data/pouch/pouch.ts'
import { recordPushProgress } from '../../src/data/push-state/push-progress.ts'
import { currentDataLayer } from '../../src/data/runtime/current-data-layer.ts'
import { startLanguage } from '../../src/i18n/start.ts'
import { anIntent, anOrder, aPlaceOrder, aReceipt } from '../../src/testing/documents.ts'

/**
 * The functions that the bench calls in this page. They use Mogra's own modules and screens on this browser's storage,
 * without a service.
 */
const bench = {
  /** Fills the mailbox of a customer, and beside it a bare PouchDB with the same orders. */
  async seed(count: number): Promise<void> {
    const { sessionState, databases } = currentDataLayer()
    const account = { id: 'a1', email: 'asha@bench.example', name: 'Asha', role: 'CUSTOMER' as const }
    sessionState.set({
      ...sessionState.get(),
      signedIn: { account, mailbox: { name: 'mailbox-bench', generation: 1 } },
    })
    const { db } = databases.mailbox()
    for (let n = 0; n < count; n += SEEDED_AT_ONCE) {
      const ulids = Array.from({ length: Math.min(SEEDED_AT_ONCE, count - n) }, (_, i) => ulidOf(n + i))
      await db.bulkDocs(ulids.flatMap((ulid) => [orderOf(ulid), anIntent(ulid), aReceipt(ulid), noticeOf(ulid)]))
      await bare().bulkDocs(ulids.map(orderOf))
    }
    // Marks everything as sent, as after a sync.
    await recordPushProgress(db, Number((await db.info()).update_seq), new Date().toISOString())
    await noteComplete(db, new Date().toISOString())
    await noteComplete(databases.catalogue.db, new Date().toISOString())
  },

  /** Opens all databases, so that no figure includes it. */
  async openDatabases(): Promise<void> {
    await currentDataLayer().databases.mailbox().db.info()
    await currentDataLayer().databases.catalogue.db.info()
    await bare().info()
  },

  /** Milliseconds until the list's query has its first orders. */
  firstOrders: (): Promise<number> => timed(() => listIs(() => true)),

  bareFirstOrders: (): Promise<number> =>
    timed(() =>
      bare().allDocs({ startkey: 'order;', endkey: 'order:', descending: true, limit: 50, include_docs: true }),
    ),

  async mount(): Promise<void> {
    await startLanguage()
    // Its chunks are loaded before the clock starts, as in an app that has been open for a few seconds.
    await Promise.all([
      import('../../src/features/order-history/order-history.tsx'),
      import('../../src/i18n/screens-english.ts'),
    ])
    const place = document.getElementById('root')
    if (!place) throw new Error('index.html has no #root')
    createRoot(place).render(createElement(StrictMode, null, createElement(App)))
    await seen(() => document.querySelector('h1') !== null)
  },

  /** Milliseconds from the tap that opens the list until its orders fill the screen and are painted, and until 50 are. */
  async openList(): Promise<{ screenful: number; page: number }> {
    const from = performance.now()
    document.querySelector<HTMLElement>('nav a[href="#/order-history"]')?.click()
    await seen(() => cards().length > 0)
    await painted()
    const screenful = performance.now() - from
    const last = cards().at(-1)
    if (!last || last.getBoundingClientRect().bottom < innerHeight)
      throw new Error('The orders do not fill the screen.')
    await seen(() => cards().length >= 50)
    await painted()
    return { screenful, page: performance.now() - from }
  },

  readAll: (): Promise<void> => listIs(({ isWhole }) => isWhole),

  /** Milliseconds until an order that is placed now is drawn in the list. */
  async placeOrder(): Promise<number> {
    const known = new Set(cards().map((card) => card.getAttribute('href')))
    return timed(async () => {
      const stored = ask('place-order', aPlaceOrder())
      await seen(() => cards().some((card) => !known.has(card.getAttribute('href'))))
      await stored
    })
  },

  /** Milliseconds until a bare PouchDB has stored such an intent and its changes feed has brought it. */
  async barePlaceOrder(): Promise<number> {
    const db = bare()
    const { update_seq } = await db.info()
    let heard: () => void = () => undefined
    const changes = db
      .changes({ since: update_seq, live: true, include_docs: true, return_docs: false })
      .on('change', () => heard())
    // The feed reads the database once before it reports changes.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const taken = await timed(
      () =>
        new Promise<void>((resolve, reject) => {
          heard = resolve
          db.put(anIntent(currentDataLayer().ids.nextUlid())).catch(reject)
        }),
    )
    changes.cancel()
    return taken
  },
}
export type Bench = typeof bench

Object.assign(window, { bench })

let bareDatabase: Pouch | undefined

function bare(): Pouch {
  bareDatabase ??= openLocal('bare')
  return bareDatabase
}

const SEEDED_AT_ONCE = 250

/** Returns a ULID from the beginning of 2025, older than an order that is placed now. */
const ulidOf = (n: number) => `01JGFJJZ00${String(n).padStart(16, '0')}`

const orderOf = (ulid: string) => anOrder(ulid, { status: ulid.endsWith('0') ? 'cancelled' : 'delivered' })

const noticeOf = (ulid: string) => ({
  _id: `notice:${ulid}`,
  type: 'notice',
  kind: 'order-delivered',
  subject: `order:${ulid}`,
  at: '2026-11-21T10:00:00.000Z',
})

/** Resolves as soon as `wanted` accepts the answer of the list's query. */
const listIs = (wanted: (list: PagedList<OrderView>) => boolean) =>
  new Promise<void>((resolve) => {
    const entry = currentDataLayer().live.entry(ordersNewestFirst)
    const look = () => {
      const answer = entry.answer()
      if (answer.status !== 'ready' || !wanted(answer.data)) return
      stop()
      resolve()
    }
    const stop = entry.subscribe(() => look())
    look()
  })

const cards = () => [...document.querySelectorAll('main li h2 a')]

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Resolves after the next frame: a message that is sent in it arrives when it has been painted. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(undefined)
    })
  })

/** Resolves as soon as `shows` returns true. */
const seen = (shows: () => boolean) =>
  new Promise<void>((resolve) => {
    if (shows()) return resolve()
    const observer = new MutationObserver(() => {
      if (!shows()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document, { subtree: true, childList: true })
  })
