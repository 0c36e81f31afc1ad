import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import {
  conversationId,
  currentRound,
  type DeliveryState,
  dayOf,
  endRound,
  mayBecome,
  messageIds,
  type OrderStatus,
  ulidOf,
} from '#model'
import type { AccountRecord, StoredAccount } from '../accounts/account-record.ts'
import type { ConversationRecord, MessageRecord } from '../conversations/conversation-record.ts'
import { contentOf } from '../core/core-document.ts'
import type { Stored } from '../couch/store.ts'
import { offered } from '../deliveries/order-deadlines.ts'
import type { CaughtMail } from '../email/demo-smtp.ts'
import { withDelivery } from '../orders/move-delivery.ts'
import { orderFact } from '../orders/order-fact.ts'
import { HAPPENED, type OrderContent, type OrderRecord } from '../orders/order-record.ts'
import { claimIdsOf } from '../orders/promos/promo-claims.ts'
import { runService } from '../run-service.ts'
import { readSettings } from '../settings/settings.ts'
import { keysIn } from './keys-in.ts'
import type { Decisions, Dump, ScenarioCalls } from './scenario-calls.ts'
import { tellAgain } from './tell-again.ts'

// This process will be killed; the cache makes the next one start faster.
flushCompileCache()
// The process is loaded and waits until the one before it is dead.
await once(process, 'message')
let stepsToLive = Number.POSITIVE_INFINITY
// If all workers share one CouchDB, each uses keys of its own.
const settings = readSettings(process.env)
const isShared = settings.couchdbUrl !== undefined && process.env.HISTORY_DATABASE === undefined
const { services, couchdbUrl } = await runService(settings, {
  ...(isShared ? { settleKeys: () => keysIn(settings.dataFolder) } : {}),
  logLevel: 'silent',
  limits: { documentsPerMinute: 1_000_000 },
  onStep() {
    stepsToLive -= 1
    if (stepsToLive === 0) process.kill(process.pid, 'SIGKILL')
  },
})
// Also cache what is loaded only at the start.
flushCompileCache()
/** That of the orders of a history: everybody in it may deliver what the others order. */
const CITY = 'jaipur'
const MAIL_WITHIN_MS = 3_000
const WAY: readonly OrderStatus[] = ['preparing', 'out_for_delivery', 'delivered']
const STATE: { [Status in OrderStatus]?: DeliveryState } = {
  ...{ preparing: 'awarded', out_for_delivery: 'on_the_way', delivered: 'delivered' },
}
/** Mails whose codes were returned already. */
const told = new Set<object>()
const { accounts, couch, decider, demoSmtp, loginCodes, mailboxes, orderRecords, outbox } = services

async function accountOf(id: string): Promise<AccountRecord> {
  const account = await accounts.get(id)
  if (account?.status !== 'active') throw new Error(`there is no account ${id}`)
  return account
}

const ordersOf = (account: string) =>
  couch
    .db('orders')
    .find<OrderRecord & Stored>('by-account', { selector: { account, confirmedAt: { $gt: null } }, limit: 1_000 })

function mailsOf(kind: 'order-confirmation' | 'support', ulid: string): Promise<string[]> {
  const prefix = `mail:${kind}:${ulid}`
  return couch.db('outbox').ids(prefix, `${prefix}\uffff`)
}

/** Sends a request to CouchDB itself, with the admin's rights, past any proxy in between. */
const direct = async (path: string, body?: object): Promise<unknown> => {
  const { origin, username, password } = new URL(process.env.HISTORY_DATABASE ?? couchdbUrl)
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  const headers = { authorization, 'content-type': 'application/json' }
  return (await fetch(`${origin}/${path}`, { headers, ...post })).json()
}

const sharedDatabases = async () =>
  ((await direct('_all_dbs')) as string[]).filter((name) => !/^(mailbox-|_)/.test(name))

const FIGURES = ['decision', 'partner', 'earning', 'payout', 'item']

/** The partner who has the flowers still needs to know where they go. */
function withoutDrop(doc: Record<string, unknown>) {
  if (doc.type !== 'order') return doc
  const { drop: _, ...delivery } = Object(doc.delivery)
  return { ...doc, delivery }
}

interface Changes {
  results: { deleted?: boolean; doc: Record<string, unknown> & { _id: string } }[]
  last_seq: string
}

const changesOf = async (database: string, query: string) => (await direct(`${database}/_changes?${query}`)) as Changes

/** Returns the documents with the names of their conflicts. */
async function documentsOf(mailbox: string): Promise<Dump['documents']> {
  const answer = await direct(`${mailbox}/_all_docs?include_docs=true&conflicts=true`)
  return (answer as { rows: { doc: Dump['documents'][number] }[] }).rows.map(({ doc }) => doc)
}

type Change = { what: string; content: OrderContent }

/** Changes the person's orders as a deadline does, and tells of it; the sweep repeats what a kill interrupts. */
async function decideAboutOrders(account: string, change: (order: OrderRecord, at: string) => Change | undefined) {
  for (const { _id } of await ordersOf(account)) {
    const at = services.now().toISOString()
    await orderRecords.store.decide<'other'>(_id, { at }, (order) =>
      order ? (change(order, at) ?? { refused: 'other' }) : { refused: 'other' },
    )
  }
  services.sweep.sweepSoon()
}

const calls: ScenarioCalls = {
  async create(email) {
    const made = await accounts.create({ email, name: 'Asha Rathore', role: 'PARTNER', city: CITY, verified: true })
    const account = made === 'email_taken' ? await accounts.findByEmail(email) : made
    if (!account) throw new Error(`${email} is taken`)
    return account.id
  },
  async codeMailed(email) {
    const isTheirs = (one: CaughtMail) => one.to === email && !told.has(one) && /\b\d{6}\b/.test(one.text)
    // The request for a code may not have arrived.
    const mail = await Promise.race([demoSmtp?.next(isTheirs), pause(MAIL_WITHIN_MS, undefined)])
    if (mail) told.add(mail)
    return mail?.text.match(/\b\d{6}\b/)?.[0] ?? ''
  },
  async codeOf(id) {
    const ref = await loginCodes.issue(await accountOf(id), { key: id, isKnown: false })
    return (await loginCodes.reveal(ref)) ?? ''
  },
  async endSessions(id) {
    // Throws if the account has ended.
    await accountOf(id)
    await services.sessions.revokeAll(id)
  },
  async prepare(account, to) {
    const { id, mailbox } = await accountOf(account)
    // A kill in between would leave an advanced order that its mailbox was never told of, and nothing would repeat
    // that.
    const steps = stepsToLive
    stepsToLive = Number.POSITIVE_INFINITY
    // What was told in line is marked in the background, which would come between.
    await services.sweep.settled()
    try {
      for (let before of await ordersOf(id))
        for (const status of WAY.slice(0, WAY.indexOf(to) + 1)) {
          // Partners of the city move what is open by themselves.
          if (before.delivery.openedAt !== undefined || !mayBecome(before.status, status)) continue
          const timeline = [...before.timeline, { status, at: services.now().toISOString() }]
          const version = before.version + 1
          // As if it had been told: nobody else of the scenario hears of it.
          const { nextAt: _, ...rest } = before
          const state = STATE[status] ?? before.delivery.state
          const delivery = { ...before.delivery, state }
          const next = { ...rest, status, version, told: version, timeline, delivery }
          const put = await couch.db('orders').put(next)
          if (put === 'conflict') break
          await mailboxes.put(mailbox.name, orderFact(next))
          await mailboxes.put(mailbox.name, orderFact(before))
          before = { ...next, _rev: put.rev }
        }
    } finally {
      stepsToLive = steps
    }
  },
  openDeliveries: (account) =>
    decideAboutOrders(account, (order, at) => {
      if (order.delivery.state !== 'waiting') return undefined
      const today = { ...contentOf(order), deliveryOn: dayOf(services.now()) }
      const open = { ...order.delivery, state: 'open', since: at, openedAt: at } as const
      return { what: HAPPENED.opened, content: withDelivery(today, open, at) }
    }),
  takeBack: (account) =>
    decideAboutOrders(account, (order, at) => {
      const current = currentRound(order.delivery)
      if (order.delivery.state !== 'awarded' || !current) return undefined
      return offered(order, endRound(order.delivery, current, 'taken_back', at), HAPPENED.takenBack, at)
    }),
  async rotate(account) {
    await services.rotation.want(account)
    await services.rotation.work(true)
  },
  async dieAtStep(n) {
    stepsToLive = n
  },
  async rest() {
    stepsToLive = Number.POSITIVE_INFINITY
    await decider.idle()
    // The work of every minute: an interrupted move continues, and late writes to the old mailbox are copied.
    await services.rotation.work(true)
    await decider.idle()
    await tellAgain(services)
    await outbox.wake()
    // A deletion is over only when the ends of the tickets are told.
    await services.sweep.sweepNow()
    await services.accountDeletion.resume()
    await services.visitorMerge.resume()
    const work = couch.db('work')
    const marks = ['adoption', 'ending', 'timeline'].map((kind) => work.ids(`${kind}:`, `${kind}:\uffff`))
    return (await Promise.all(marks)).flat().map((mark) => `${mark} is not over`)
  },
  async isDeleted(account) {
    return (await couch.db('accounts').get<StoredAccount>(`account:${account}`))?.status === 'ended'
  },
  async dump(id) {
    const account = await accounts.get(id)
    if (account?.status !== 'active') return undefined
    const orders = await ordersOf(id)
    const mails = await Promise.all(
      orders.map(async ({ _id }) => (await mailsOf('order-confirmation', ulidOf(_id))).map(() => _id)),
    )
    const documents = await documentsOf(account.mailbox.name)
    return {
      account: id,
      mailbox: account.mailbox.name,
      documents,
      orders,
      confirmed: mails.flat(),
      claims: await couch.db('promo-claims').ids(...claimIdsOf(id)),
    }
  },
  async decisions(intents) {
    const entries = await couch.db('audit').many<Decisions[string]>(intents.map((id) => `audit:${ulidOf(id)}`))
    return Object.fromEntries(intents.flatMap((id, n) => (entries[n] ? [[id, entries[n]]] : [])))
  },
  async tickets(intents) {
    const kept = await couch.db('tickets').many<{ order: string }>(intents.map((id) => `ticket:${ulidOf(id)}`))
    const told = await Promise.all(intents.map((id) => mailsOf('support', ulidOf(id))))
    return Object.fromEntries(
      intents.flatMap((id, n) => (kept[n] ? [[id, { order: kept[n].order, mails: told[n]?.length ?? 0 }]] : [])),
    )
  },
  async deliveries(ids) {
    const found = await Promise.all(ids.map((id) => orderRecords.store.read(id)))
    const feeds = (await sharedDatabases()).filter((name) => name.startsWith('feed-deliveries-'))
    const rows = await Promise.all(feeds.map(documentsOf))
    const open = rows.flat().filter((row) => row.closedAt === undefined)
    return { orders: found.filter((order) => order !== undefined), openRows: open.map(({ _id }) => _id) }
  },
  async conversations(keys) {
    const db = couch.db('conversations')
    return Promise.all(
      keys.map(async (key) => {
        const record = await db.get<ConversationRecord>(conversationId(key))
        if (!record) return undefined
        const messages = await db.range<MessageRecord>(messageIds(key), `${messageIds(key)}\uffff`)
        const seenBy = async (side: string) => (await db.get<{ seq: number }>(`seen:${key}:${side}`))?.seq ?? 0
        return { record, messages, seen: { owner: await seenBy('owner'), counterpart: await seenBy('counterpart') } }
      }),
    )
  },
  async money(account) {
    const { earnings, payouts } = services
    return { earnings: await earnings.of(account), payouts: await payouts.of(account) }
  },
  async ends() {
    const names = await sharedDatabases()
    const ends = names.map(async (name) => [name, (await changesOf(name, 'since=now')).last_seq])
    return Object.fromEntries(await Promise.all(ends))
  },
  async remains({ account, words, mailboxes, since }) {
    const found = ((await direct('_all_dbs')) as string[]).filter((name) => mailboxes.includes(name))
    for (const name of await sharedDatabases()) {
      const { results } = await changesOf(name, `since=${encodeURIComponent(since[name] ?? 0)}&include_docs=true`)
      for (const {
        deleted,
        doc: { _id, ...doc },
      } of results) {
        if (deleted) continue
        const text = JSON.stringify(withoutDrop(doc))
        // The id may remain in these: ended accounts, sessions that tell the devices, decisions, and the figures of
        // what a partner delivered and earned.
        const mayName =
          doc.status === 'ended' ||
          _id.startsWith('session:') ||
          FIGURES.includes(String(doc.type)) ||
          (doc.type === 'order' && doc.account !== account)
        if (words.some((word) => text.includes(word)) || (text.includes(account) && !mayName))
          found.push(`${name}/${_id}`)
      }
    }
    return found
  },
}

process.on('message', async ({ id, name, args }: { id: number; name: keyof ScenarioCalls; args: never[] }) => {
  try {
    process.send?.({ id, value: await (calls[name] as (...given: never[]) => Promise<unknown>)(...args) })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
})
// The parent process has gone, so nobody else would stop this one.
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
