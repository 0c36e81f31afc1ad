import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bulkId, type Role } from '#model'
import { SESSION_COOKIE } from '../../accounts/session-cookie.ts'
import { someRequest } from '../../bulk/testing/some-request.ts'
import { someOrder } from '../../deliveries/testing/some-order.ts'
import type { PartnerRecord } from '../../partners/partner-record.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { PARTNERS_CITY, PUBLIC_FILES, SECRET, SUPPLIERS_CITIES } from './endpoints.ts'
import type { Person } from './target.ts'

export interface WantedRequest {
  /** The buyer's account. */
  buyer: string
  city: string
  /** What a supplier of the city reads before interest, and what only the interested ones do. */
  name: string
  contact: { phone: string; email: string }
  /** The accounts of suppliers who are interested. */
  interested?: readonly string[]
}

export interface WantedDelivery {
  /** The account of the customer, whose every word is secret. */
  customer: string
  /** The account of the partner who has it. */
  partner?: string
  /** The account of a partner who has given it back. */
  former?: string
  city: string
}

/** The whole service with a small web folder, controlled by the attacking process. */

let service: TestService | undefined
let folder = ''

function running(): TestService {
  if (!service) throw new Error('not started')
  return service
}

const LOOKS = 5
const LOOK_MS = 200

/** A partner's figures are counted again two minutes later: they are counted now, or a later group would be blamed. */
async function countAgainNow() {
  const { couch, partners } = running().services
  const records = await couch.db('partners').range<PartnerRecord>('partner:', 'partner:\uffff')
  const figuresDueAt = new Date().toISOString()
  for (const { _id } of records.filter(({ isSecondLook }) => isSecondLook))
    await partners.kept.store.note(_id, (partner) => ({ ...partner, figuresDueAt, nextAt: figuresDueAt }))
}

const commands = {
  async start() {
    folder = await mkdtemp(join(tmpdir(), 'mogra-attack-'))
    const webFolder = join(folder, 'web')
    await mkdir(join(webFolder, 'assets'), { recursive: true })
    for (const file of PUBLIC_FILES) await writeFile(join(webFolder, file), `public ${file}`)
    // An attacker who leaves the folder or reads dotfiles would find these.
    await writeFile(join(folder, 'secret.txt'), SECRET)
    await writeFile(join(webFolder, '.env'), SECRET)
    service = await startTestService({ webFolder })
    const { url, couchdbUrl } = service
    return { url, couchdbUrl }
  },

  async person(role: Role, email: string, citiesServed?: string[] | null): Promise<Person> {
    const { accounts, feeds } = running().services
    const city = role === 'PARTNER' ? PARTNERS_CITY : undefined
    const account =
      role === 'VISITOR'
        ? await accounts.createVisitor('en')
        : await accounts.create({
            ...{ email, name: 'Nobody in particular', role, verified: true },
            ...(city !== undefined && { city }),
          })
    if (account === 'email_taken') throw new Error(`${email} is taken`)
    // An argument that was left out arrives as null.
    if (role === 'SUPPLIER') await accounts.change(account.id, { citiesServed: citiesServed ?? [...SUPPLIERS_CITIES] })
    // The first answer to a partner of the city makes the feed.
    await feeds.listedFor(account)
    return { id: account.id, email, role, mailbox: account.mailbox.name, cookie: await commands.session(account.id) }
  },

  async session(accountId: string): Promise<string> {
    const { services, url } = running()
    const account = await services.accounts.get(accountId)
    if (account?.status !== 'active') throw new Error(`there is no account ${accountId}`)
    // A session that began with a code could also link a provider.
    const provenBy = account.role === 'VISITOR' ? 'nothing' : 'password'
    return `${SESSION_COOKIE(url)}=${await services.sessions.start(account, { provenBy, userAgent: '' })}`
  },

  /** Makes an order of today whose customer is secret, and tells it; returns its ULID. */
  async delivery(state: 'open' | 'awarded' | 'delivered', { customer, partner, city, former }: WantedDelivery) {
    const { services } = running()
    const { orderRecords, sweep, now } = services
    const at = now().toISOString()
    const ulid = await someOrder(services, {
      ...{ account: customer, state, untold: state },
      ...(partner !== undefined && { partner }),
      more: {
        address: { name: SECRET, phone: SECRET, address: SECRET, landmark: SECRET, city, pincode: '400028' },
      },
    })
    await orderRecords.store.note(`order:${ulid}`, (order) => ({
      ...order,
      lines: order.lines.map((line) => ({ ...line, message: SECRET })),
      delivery: {
        ...order.delivery,
        rounds: [
          ...(former === undefined
            ? []
            : [{ partner: former, awardedAt: at, intent: ulid, ended: 'released' as const, endedAt: at }]),
          ...order.delivery.rounds,
        ],
      },
    }))
    const order = await orderRecords.store.read(`order:${ulid}`)
    if (order) await sweep.tell(orderRecords, order, (_name, write) => write())
    await sweep.settled()
    return ulid
  },

  /** Makes a bulk request whose address is secret, and tells it; returns its ULID. */
  async bulkRequest({ buyer, city, name, contact, interested = [] }: WantedRequest) {
    const { services } = running()
    const { bulkRequests, sweep } = services
    const ulid = await someRequest(services, {
      ...{ account: buyer, interested },
      more: { city, buyerName: name, additionalNotes: name, deliveryAddress: SECRET, ...contact },
    })
    // As if nothing had been told yet.
    await bulkRequests.kept.store.note(bulkId(ulid), (bulk) => ({ ...bulk, told: 0 }))
    const bulk = await bulkRequests.get(bulkId(ulid))
    if (bulk) await sweep.tell(bulkRequests.kept, bulk, (_name, write) => write())
    await sweep.settled()
    return ulid
  },

  async rest() {
    const { decider, outbox, sweep } = running().services
    await decider.idle()
    await sweep.settled()
    // What is due now, such as a partner's figures, would otherwise be written during the next group.
    await sweep.sweepNow()
    await countAgainNow()
    await sweep.sweepNow()
    await outbox.wake()
  },

  async memoryMegabytes() {
    let least = Number.POSITIVE_INFINITY
    // What a closed connection held is released some turns later.
    for (let looks = 0; looks < LOOKS; looks += 1) {
      globalThis.gc?.()
      const { heapUsed, external } = process.memoryUsage()
      least = Math.min(least, (heapUsed + external) / 1024 / 1024)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    return least
  },

  async stop() {
    await running().close()
    await rm(folder, { recursive: true, force: true })
  },
}
export type Commands = typeof commands

interface Asked {
  id: number
  command: keyof Commands
  args: unknown[]
}

process.on('message', async ({ id, command, args }: Asked) => {
  try {
    const run = commands[command] as (...given: unknown[]) => Promise<unknown>
    process.send?.({ id, answer: await run(...args) })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
})
process.on('disconnect', () => process.exit())
