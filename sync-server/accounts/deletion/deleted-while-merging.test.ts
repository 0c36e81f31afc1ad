import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Couch } from '../../couch/couch.ts'
import type { Store } from '../../couch/store.ts'
import { openMailboxes } from '../../mailboxes/mailboxes.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { openPersonalData } from '../../people/personal-data.ts'
import { type OpenService, openService } from '../../run-service.ts'
import { readSettings } from '../../settings/settings.ts'
import type { AccountRecord } from '../account-record.ts'
import { openAccounts } from '../accounts.ts'
import { openSessions } from '../sessions.ts'
import { openAccountDeletion } from './account-deletion.ts'
import { openVisitorMerge } from './visitor-merge.ts'

let folder: string
/** A service without background work. */
let service: OpenService
let later = 0
let people = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-meanwhile-'))
  const { COUCHDB_URL } = process.env
  const settings = readSettings({ COUCHDB_URL, MOGRA_MODE: 'demo', MOGRA_DATA: folder })
  service = await openService(settings, { now: () => new Date(Date.now() + later) })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

interface Visitor {
  record: AccountRecord
  cookie: string
  /** The id of their order. */
  order: string
}

async function newVisitor(): Promise<Visitor> {
  const { accounts, couch, mailboxes, sessions } = service.services
  const record = await accounts.createVisitor('en')
  const cookie = await sessions.start(record, { provenBy: 'nothing', userAgent: 'Phone' })
  const placed = ulid()
  const order = {
    _id: `order:${placed}`,
    type: 'order',
    version: 1,
    lines: [],
    timeline: [],
    confirmedAt: new Date().toISOString(),
    address: { name: 'Asha', phone: '9829011420', address: 'Bapu Nagar', city: 'jaipur', pincode: '302015' },
  }
  await couch.db('orders').create({ ...order, account: record.id, email: 'asha@example.com' })
  await mailboxes.put(record.mailbox.name, order)
  await mailboxes.put(record.mailbox.name, { _id: `notice:${placed}`, type: 'notice' })
  return { record, cookie, order: order._id }
}

async function newAccount(): Promise<AccountRecord> {
  people += 1
  const email = `meanwhile${people}@example.com`
  const made = await service.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  if (made === 'email_taken') throw new Error(made)
  return made
}

/** An instance of the service with its own cache of accounts. `before` is awaited before each of its writes. */
function instance(before: (write: string) => Promise<void>) {
  const { services } = service
  const watched = (store: Store): Store => ({
    ...store,
    create: async (doc) => {
      await before(`create ${store.name}/${doc._id}`)
      return store.create(doc)
    },
    put: async (doc) => {
      await before(`put ${store.name}/${doc._id}`)
      return store.put(doc)
    },
    update: async (id, change) => {
      await before(`update ${store.name}/${id}`)
      return store.update(id, change)
    },
    remove: async (doc) => {
      await before(`remove ${store.name}/${doc._id}`)
      return store.remove(doc)
    },
  })
  const couch: Couch = {
    ...services.couch,
    db: (name) => watched(services.couch.db(name)),
    destroyDatabase: async (name) => {
      await before(`destroy ${name}`)
      return services.couch.destroyDatabase(name)
    },
  }
  const mailboxes = openMailboxes({ ...services, couch })
  const accounts = openAccounts({ ...services, couch, mailboxes })
  const stores = { ...services, couch, mailboxes, accounts }
  const needs = { ...stores, personalData: openPersonalData(stores), report: () => {} }
  const endings = openAccountDeletion(needs)
  const adoptions = openVisitorMerge({ ...needs, accountDeletion: endings })
  const sessions = openSessions({ ...needs, adopt: adoptions.adopt, depart: services.visitorExpiry.note })
  return { sessions, endings, adoptions }
}

class Killed extends Error {}

/**
 * Calls `happen` before the n-th write; if `dies` is set, nothing is written from then on. `writes` lists the writes.
 */
function at(n: number, happen: () => Promise<void>, { dies = false } = {}) {
  const writes: string[] = []
  let isDead = false
  return {
    writes,
    async before(write: string) {
      if (isDead) throw new Killed()
      writes.push(write)
      if (writes.length !== n) return
      await happen()
      isDead = dies
      if (isDead) throw new Killed()
    },
  }
}

/** Runs the background work until long after the deletion. */
async function settle() {
  for (let round = 0; round < 4; round += 1) {
    await service.services.accountDeletion.resume()
    await service.services.visitorMerge.resume()
    later += 60_000
  }
}

/** Checks that nothing personal is left of the account and the visitor. */
async function expectNothingOf(account: AccountRecord, visitor: Visitor, when: string) {
  const { couch } = service.services
  for (const { id, mailbox } of [account, visitor.record]) {
    expect(await couch.db('accounts').get(`account:${id}`), when).toMatchObject({ status: 'ended' })
    await expect(couch.db(mailbox.name).size(), when).rejects.toMatchObject({ statusCode: 404 })
  }
  expect(await couch.db('orders').get<OrderRecord>(visitor.order), when).toMatchObject({
    account: 'deleted',
    address: { name: '' },
  })
  const marks = ['adoption', 'ending'].map((kind) => couch.db('work').ids(`${kind}:`, `${kind}:\uffff`))
  expect((await Promise.all(marks)).flat(), when).toEqual([])
}

/** Deletes the account, with its second pass as well if the adoption takes that long. */
const deletion = (account: AccountRecord, looks: 'one look' | 'both looks') => async () => {
  await service.services.accountDeletion.begin(account)
  if (looks === 'one look') return
  later += 60_000
  await service.services.accountDeletion.resume()
}

/** A visitor who has signed in: they are adopted when `cookie` is first used. */
async function signingIn() {
  const [visitor, account] = [await newVisitor(), await newAccount()]
  const cookie = await service.services.sessions.start(account, {
    provenBy: 'code',
    userAgent: 'Phone',
    adopts: visitor.record.id,
  })
  return { visitor, account, cookie }
}

test.each([
  { looks: 'both looks', dies: false },
  { looks: 'one look', dies: true },
] as const)(
  'a visitor who is being adopted while the account is deleted leaves nothing: %o',
  async ({ looks, dies }) => {
    for (let n = 1; ; n += 1) {
      const { visitor, account, cookie } = await signingIn()
      const moment = at(n, deletion(account, looks), { dies })
      const adopting = instance(moment.before)
      const answer = await adopting.sessions.look(cookie).catch((error: unknown) => error)
      later += 60_000
      await adopting.adoptions.resume()
      if (moment.writes.length < n) {
        expect(n).toBeGreaterThan(10)
        return
      }
      const when = `${n}: ${moment.writes[n - 1]}`
      if (!dies) expect(answer, when).not.toBeInstanceOf(Error)
      // The device asks again as long as nobody has told it that the account was deleted.
      expect(await service.services.sessions.look(cookie), when).toBe('account_deleted')
      await settle()
      await expectNothingOf(account, visitor, when)
    }
  },
  180_000,
)

test('a deletion also deletes a visitor who was adopted after it had begun', async () => {
  const { visitor, account, cookie } = await signingIn()
  const moment = at(2, async () => {
    await service.services.sessions.look(cookie)
    later += 60_000
    await service.services.visitorMerge.resume()
  })
  const deleting = instance(moment.before)
  await deleting.endings.begin(account)
  expect(moment.writes[1]).toBe(`update accounts/account:${account.id}`)
  await settle()
  await expectNothingOf(account, visitor, 'deleted')
})

test('a visitor whose answer to signing in was lost stays a visitor if the account is deleted', async () => {
  const { visitor, account } = await signingIn()
  await service.services.accountDeletion.begin(account)
  await settle()
  expect(await service.services.sessions.find(visitor.cookie)).toMatchObject({ account: { id: visitor.record.id } })
  expect(await service.services.couch.db('orders').get(visitor.order)).toMatchObject({ account: visitor.record.id })
})
