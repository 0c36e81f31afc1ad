import { placeOrder } from '#model'
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
import { anIntent, anOrder, aPlaceOrder } from '../../src/testing/documents.ts'
import { CONVERSATION, conversationOf, messageOf, ORDER, OTHER, textOf } from './conversation-documents.ts'
import { aPartner, workOf } from './delivery-documents.ts'
import { fillAccount } from './fill-account.ts'
import { firstViews, type Role } from './first-views.ts'
import { painted, seen, timed } from './moments.ts'
import { LOAD, openFirstView, type Seen } from './open-first-view.ts'
import { orderOf, placedOrder, ulidOf } from './order-documents.ts'

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
      await db.bulkDocs(ulids.flatMap(placedOrder))
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

  /** Fills the mailbox of a partner with past deliveries, each with its intents and its earning, and one under way. */
  async seedPartner(count: number): Promise<void> {
    const { sessionState, databases } = currentDataLayer()
    const account = { id: 'p1', email: 'imran@bench.example', name: 'Imran Khan', role: 'PARTNER' as const }
    sessionState.set({
      ...sessionState.get(),
      signedIn: { account, mailbox: { name: 'mailbox-bench', generation: 1 } },
    })
    const { db } = databases.mailbox()
    await db.bulkDocs([aPartner(count, false), { _id: 'account', type: 'account', version: 1, ...account }])
    for (let n = 0; n < count; n += SEEDED_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(SEEDED_AT_ONCE, count - n) }, (_, i) => n + i)
      await db.bulkDocs(numbers.flatMap((one) => workOf(one, one === count - 1 ? 'on_the_way' : 'delivered')))
    }
    await recordPushProgress(db, Number((await db.info()).update_seq), new Date().toISOString())
    await noteComplete(db, new Date().toISOString())
    await noteComplete(databases.catalogue.db, new Date().toISOString())
  },

  async mountForPartner(): Promise<void> {
    await Promise.all([
      import('../../src/features/not-found/role-only.tsx'),
      import('../../src/features/driver-dashboard/driver-dashboard.tsx'),
    ])
    await bench.mount()
  },

  /** Milliseconds until the dashboard shows and has painted what the partner has to do now. */
  openDashboard: (): Promise<number> =>
    timed(async () => {
      location.hash = '#/driver/dashboard'
      await seen(() => document.querySelector('main article a[href^="tel:"]') !== null)
      await painted()
    }),

  /** Fills the mailbox of a customer with a conversation of so many messages, half of them their own, and another one. */
  async seedConversation(count: number): Promise<void> {
    const { sessionState, databases } = currentDataLayer()
    const account = { id: 'a1', email: 'asha@bench.example', name: 'Asha', role: 'CUSTOMER' as const }
    sessionState.set({
      ...sessionState.get(),
      signedIn: { account, mailbox: { name: 'mailbox-bench', generation: 1 } },
    })
    const { db } = databases.mailbox()
    await db.bulkDocs([{ _id: 'account', type: 'account', version: 1, ...account }, conversationOf(OTHER, 1)])
    await db.bulkDocs(messageOf(OTHER, 1))
    await db.bulkDocs([anOrder(ORDER, { status: 'preparing' }), conversationOf(CONVERSATION, count)])
    await db.bulkDocs(Array.from({ length: count }, (_, n) => messageOf(CONVERSATION, n + 1)).flat())
    await recordPushProgress(db, Number((await db.info()).update_seq), new Date().toISOString())
    await noteComplete(db, new Date().toISOString())
    await noteComplete(databases.catalogue.db, new Date().toISOString())
  },

  /** Opens another conversation, so that the chunks are loaded, and leaves it. */
  async visitOtherConversation(): Promise<void> {
    await shows(OTHER, 1)
    location.hash = '#/about'
    await seen(() => !document.body.textContent?.includes(textOf(1)))
  },

  /** Milliseconds until the last message of a conversation of so many is shown and painted. */
  openConversation: (count: number): Promise<number> =>
    timed(async () => {
      await shows(CONVERSATION, count)
      await painted()
    }),

  fillAccount: (role: Role, count: number): Promise<void> => fillAccount(role, count),

  async mountFor(role: Role): Promise<void> {
    const { databases, sessionState } = currentDataLayer()
    await LOAD[role]()
    // The replication has opened them.
    for (const { name } of sessionState.get().signedIn?.feeds ?? []) await databases.feed(name)?.db.info()
    await bench.mount()
    // What the app reads at its start has been read in an app that has been open for some seconds.
    await new Promise((resolve) => setTimeout(resolve, STARTING_MS))
  },

  /** Opens one of the first views of an account that has so many of everything. */
  async openFirstView(path: string, count: number): Promise<Seen> {
    const view = firstViews.find((one) => one.path === path)
    if (!view) throw new Error(path)
    return openFirstView(view, count)
  },

  readAll: (): Promise<void> => listIs(({ isWhole }) => isWhole),

  /** Milliseconds until an order that is placed now is drawn in the list. */
  async placeOrder(): Promise<number> {
    const known = new Set(cards().map((card) => card.getAttribute('href')))
    return timed(async () => {
      const stored = ask(placeOrder, aPlaceOrder())
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
const STARTING_MS = 1000

function shows(key: string, seq: number): Promise<void> {
  location.hash = `#/chat/${key}`
  return seen(() => document.body.textContent?.includes(textOf(seq)) === true)
}

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
