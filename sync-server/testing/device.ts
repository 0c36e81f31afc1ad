import { createRequire } from 'node:module'
import 'fake-indexeddb/auto'
import { monotonicFactory } from 'ulid'
import * as v from 'valibot'
import {
  Intent,
  type IntentKind,
  type IntentOf,
  intentId,
  type OrderedLine,
  type PayloadOf,
  type PlaceOrder,
  priceTable,
  type UpdateProfile,
} from '#model'
import { SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import type { SignedIn } from './test-service.ts'

/** PouchDB's own types change Node's Buffer for the whole program, so these are written here. */
interface Replicated {
  status: string
  docs_written: number
  docs_read: number
  errors: unknown[]
}
interface Replication extends Promise<Replicated> {
  on(
    event: 'denied' | 'error' | 'paused' | 'active',
    listener: (error?: { id?: string; reason?: string }) => void,
  ): void
  cancel(): void
}
type Document = { _id: string; _rev?: string }
interface Changes {
  on(event: 'change', listener: (change: { doc?: Document }) => void): void
  on(event: 'error', listener: (error: Error) => void): void
  cancel(): void
}
interface Pouch {
  put(doc: object): Promise<{ rev: string }>
  get(
    id: string,
    options?: { conflicts: boolean },
  ): Promise<Record<string, unknown> & { _id: string; _rev: string; _conflicts?: string[] }>
  bulkDocs(docs: object[], options?: object): Promise<unknown[]>
  allDocs(options?: object): Promise<{ rows: { id: string }[] }>
  changes(options: object): Changes
  replicate: { to(other: Pouch, options: object): Replication; from(other: Pouch, options: object): Replication }
  destroy(): Promise<void>
}
type PouchConstructor = { new (name: string, options: object): Pouch; plugin(plugin: unknown): PouchConstructor }

const require = createRequire(import.meta.url)
const PouchDB = (require('pouchdb-core') as PouchConstructor)
  .plugin(require('pouchdb-adapter-idb'))
  .plugin(require('pouchdb-adapter-http'))
  .plugin(require('pouchdb-replication'))

const nextUlid = monotonicFactory()
let opened = 0

/** A phone with real PouchDB and its own storage, which replicates as the app does. */
export interface Device {
  id: string
  db: Pouch
  /** The requests that were sent, such as `POST /db/…/_bulk_docs`. */
  requests: string[]
  /** The reasons of refused documents, by id. */
  denied: Map<string, string>
  goOnline(): void
  goOffline(): Promise<void>
  push(): Promise<Replicated>
  pull(): Promise<Replicated>
  /** Resolves with the document when it has arrived. */
  arrival<T extends object>(id: string): Promise<T & { _id: string; _rev: string }>
  ids(): Promise<string[]>
  /** Returns how many leaves the document has on this device. */
  leaves(id: string): Promise<number>
  ask(payload: PlaceOrder): Promise<string>
  close(): Promise<void>
}

const PUSH = { checkpoint: 'source', selector: { device: { $gt: null } } } as const
const PULL = { checkpoint: 'target' } as const

export async function openDevice(
  serviceUrl: string,
  { cookie, mailbox }: Pick<SignedIn, 'cookie' | 'mailbox'>,
): Promise<Device> {
  opened += 1
  const id = `device-${opened}`
  const db = new PouchDB(`${mailbox.name}-${id}`, { adapter: 'idb', auto_compaction: true })
  const requests: string[] = []
  const denied = new Map<string, string>()
  const remote = new PouchDB(`${serviceUrl}/db/${mailbox.name}`, {
    adapter: 'http',
    skip_setup: true,
    fetch: (input: string | Request, init: RequestInit = {}) => {
      const url = new URL(String(input))
      requests.push(`${init.method ?? 'GET'} ${url.pathname.replace(mailbox.name, '…')}`)
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie)
      return fetch(input, { ...init, headers })
    },
  })
  let live: Replication[] = []

  const note = (replication: Replication) => {
    replication.on('denied', (error) => {
      denied.set(error?.id ?? '', error?.reason ?? '')
    })
    // Callers learn of the error from the promise; without a listener, PouchDB would throw it.
    replication.on('error', () => {})
    return replication
  }
  const push = (isLive: boolean) => note(db.replicate.to(remote, { ...PUSH, live: isLive, batch_size: 500 }))
  const pull = (isLive: boolean) => note(db.replicate.from(remote, { ...PULL, live: isLive, batch_size: 500 }))

  async function goOffline() {
    const ending = Promise.allSettled(live)
    for (const one of live) one.cancel()
    live = []
    await ending
  }

  return {
    id,
    db,
    requests,
    denied,
    goOnline() {
      live = [push(true), pull(true)]
    },
    goOffline,
    push: async () => push(false),
    pull: async () => pull(false),

    arrival: (wanted) => arrivalIn(db, wanted),

    ids: async () => (await db.allDocs()).rows.map((row) => row.id),
    leaves: async (id) => 1 + ((await db.get(id, { conflicts: true }))._conflicts ?? []).length,

    async ask(payload) {
      const ulid = nextUlid()
      await db.put(intentOf(payload, id, ulid))
      return ulid
    },

    async close() {
      await goOffline()
      await db.destroy()
    },
  }
}

function arrivalIn<T extends object>(db: Pouch, wanted: string): Promise<T & { _id: string; _rev: string }> {
  return new Promise((resolve, reject) => {
    const changes = db.changes({ since: 0, live: true, include_docs: true, doc_ids: [wanted] })
    changes.on('change', ({ doc }) => {
      if (!doc) return
      changes.cancel()
      resolve(doc as unknown as T & { _id: string; _rev: string })
    })
    changes.on('error', reject)
  })
}

/** A bare PouchDB that replicates live with this CouchDB database, without a gate between, to compare with. */
export function openBareDevice(databaseUrl: string): Pick<Device, 'db' | 'arrival' | 'close'> {
  opened += 1
  const db = new PouchDB(`bare-${opened}`, { adapter: 'idb', auto_compaction: true })
  const remote = new PouchDB(databaseUrl, { adapter: 'http', skip_setup: true })
  const live = [db.replicate.to(remote, { live: true }), db.replicate.from(remote, { live: true })]
  // Without a listener, PouchDB would throw it; a document that does not arrive is noticed.
  for (const one of live) one.on('error', () => {})
  return {
    db,
    arrival: (wanted) => arrivalIn(db, wanted),
    async close() {
      const ending = Promise.allSettled(live)
      for (const one of live) one.cancel()
      await ending
      await db.destroy()
    },
  }
}

export const newUlid = () => nextUlid()

export const intentOf = (payload: PlaceOrder, device = 'phone', ulid = nextUlid()): IntentOf<'place-order'> => ({
  ...envelopeOf(device, ulid),
  kind: 'place-order',
  payload,
})

export const profileIntentOf = (payload: UpdateProfile): IntentOf<'update-profile'> => ({
  ...envelopeOf('phone', nextUlid()),
  kind: 'update-profile',
  payload,
})

/** An intent of any other kind, as a phone writes it now: some kinds count only while they are new. */
export const askedIntentOf = <K extends IntentKind>(
  kind: K,
  payload: PayloadOf<K>,
  device = 'phone',
  madeAt = new Date().toISOString(),
): IntentOf<K> => v.parse(Intent, { ...envelopeOf(device, nextUlid()), madeAt, kind, payload }) as IntentOf<K>

const envelopeOf = (device: string, ulid: string) => ({
  _id: intentId(ulid),
  type: 'intent' as const,
  device,
  n: 1,
  madeAt: '2026-11-21T10:00:00.000Z',
})

/** A document as replication sends it: with its history and a made-up revision. */
export function asPushed<T extends object>(doc: T, hex = 'a', generation = 1) {
  const ids = Array.from({ length: generation }, (_, n) => (generation - n).toString(16).padStart(32, hex))
  return { ...doc, _rev: `${generation}-${ids[0]}`, _revisions: { start: generation, ids } }
}

/** An order of sample flowers at their correct prices, for two days from now. */
export function orderOf(
  lines: OrderedLine[] = [{ flower: 'red-roses', quantity: 1, consumes: {} }],
  more: Partial<PlaceOrder> = {},
): PlaceOrder {
  const prices = lines.map(({ flower, quantity }) => ({
    quantity,
    priceRupees: SAMPLE_FLOWERS.find(({ _id }) => _id === `flower:${flower}`)?.priceRupees ?? 1,
  }))
  return {
    lines,
    address: { name: 'Asha', phone: '+919829011420', address: '14, Bapu Nagar', city: 'jaipur', pincode: '302015' },
    deliveryOn: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
    deliveryWindow: 'any',
    paymentMethod: 'upi',
    quotedTotalRupees: priceTable(prices).totalRupees,
    ...more,
  }
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
