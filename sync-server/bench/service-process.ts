import { ulid } from 'ulid'
import type { Role } from '#model'
import { SESSION_COOKIE } from '../accounts/session-cookie.ts'
import { aRequest } from '../bulk/testing/some-request.ts'
import { someOrder } from '../deliveries/testing/some-order.ts'
import { HAPPENED } from '../orders/order-record.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

/** The whole service in its own process, controlled by the bench, so that its memory can be measured. */

let service: TestService | undefined

function running(): TestService {
  if (!service) throw new Error('not started')
  return service
}

const AT_ONCE = 16

const commands = {
  async start(folder: string) {
    service = await startTestService({ folder, logLevel: 'silent', limits: { pollsOfAddress: 100_000 } })
    return service.url
  },

  /** Creates people in Jaipur, each signed in on one device; suppliers serve one of these lists of cities in turn. */
  async people(count: number, role: Role = 'CUSTOMER', cities: readonly string[][] = []) {
    const { services, url } = running()
    const people: { id: string; mailbox: string; cookie: string }[] = []
    let next = 0
    const worker = async () => {
      for (let n = next++; n < count; n = next++) {
        const email = `idle-${role.toLowerCase()}-${n}@bench.example`
        const made = { email, name: 'Asha', role, city: 'jaipur', verified: true } as const
        const account = await services.accounts.create(made)
        if (account === 'email_taken') throw new Error(`${email} is taken`)
        const citiesServed = cities[n % cities.length]
        if (citiesServed) await services.accounts.change(account.id, { citiesServed })
        const cookie = `${SESSION_COOKIE(url)}=${await services.sessions.start(account, { provenBy: 'code', userAgent: '' })}`
        people.push({ id: account.id, mailbox: account.mailbox.name, cookie })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    return people
  },

  /** Writes a message to support as a route does; returns its id and when it was decided. */
  async ticket(n: number) {
    const { tickets, sweep } = running().services
    const asked = { ulid: ulid(), at: new Date().toISOString(), isIntent: false }
    const email = `writer-${n}@bench.example`
    const message = {
      name: 'Asha',
      email,
      category: 'general',
      subject: 'A question',
      message: 'Where is it?',
    } as const
    const decided = await tickets.contact(asked, undefined, message)
    if ('refused' in decided) throw new Error(decided.refused)
    sweep.sweepSoon()
    return { id: decided.doc._id, at: Date.now() }
  },

  /** Writes open deliveries of today in Jaipur; returns the ULIDs of their orders. */
  async openDeliveries(count: number) {
    const ulids: string[] = []
    for (let n = 0; n < count; n += 1)
      ulids.push(await someOrder(running().services, { account: 'nobody', state: 'open' }))
    return ulids
  },

  /** Opens a delivery as the sweep does; returns the id of its row, and when it was decided. */
  async openDelivery() {
    const { orderRecords, sweep } = running().services
    const ulid = await someOrder(running().services, { account: 'nobody', state: 'open', untold: HAPPENED.opened })
    const at = Date.now()
    const order = await orderRecords.store.read(`order:${ulid}`)
    if (!order) throw new Error(`there is no order ${ulid}`)
    await sweep.tell(orderRecords, order, (_name, write) => write())
    return { id: `delivery:${ulid}`, at }
  },

  /** Writes an order of this customer (accounts) that this partner has accepted; returns its ULID. */
  async awarded({ customer, partner }: { customer: string; partner: string }) {
    const { orderRecords, sweep } = running().services
    const wanted = { account: customer, state: 'awarded', partner, untold: HAPPENED.awarded } as const
    const ulid = await someOrder(running().services, wanted)
    const order = await orderRecords.store.read(`order:${ulid}`)
    if (order) await sweep.tell(orderRecords, order, (_name, write) => write())
    return ulid
  },

  /** Writes a bulk request in Mumbai as its workflow does; returns its id and when it was decided. */
  async bulkRequest() {
    const { bulkRequests, sweep, now } = running().services
    const asked = { at: now().toISOString(), intent: ulid() }
    const request = { ...aRequest(now(), { city: 'mumbai' }), isUnserved: false }
    const decided = await bulkRequests.post(asked, { id: 'nobody' }, request)
    if ('refused' in decided) throw new Error(decided.refused)
    sweep.sweepSoon()
    return { id: decided.doc._id, at: Date.now() }
  },

  /** Resolves when every intent is decided and told. */
  async decided() {
    const { decider, sweep } = running().services
    await decider.idle()
    await sweep.settled()
  },

  /** Counts those of these orders that a partner has. */
  async countAwarded(ulids: string[]) {
    const { store } = running().services.orderRecords
    const orders = await Promise.all(ulids.map((ulid) => store.read(`order:${ulid}`)))
    return orders.filter((order) => order?.delivery.rounds.length === 1).length
  },

  /** Returns the memory in bytes: as it is, and after V8 has returned what it keeps for its next burst. */
  async memory() {
    const { rss: asItIs } = process.memoryUsage()
    await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
    const { rss, heapUsed } = process.memoryUsage()
    return { asItIs, rss, heapUsed, polls: running().services.notifier.watching() }
  },

  stop: () => running().close(),
}
export type Commands = typeof commands

process.on('message', async ({ id, command, args }: { id: number; command: keyof Commands; args: [never] }) => {
  try {
    process.send?.({ id, answer: await commands[command](...args) })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
})
process.on('disconnect', () => process.exit())
