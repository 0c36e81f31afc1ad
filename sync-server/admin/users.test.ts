import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type Desk, openDesk } from './testing/desk-calls.ts'
import { openUsersIndex } from './users-index.ts'

let service: TestService
let desk: Desk

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  desk = await openDesk(service, 'anita@mogra.example')
  await make('kavya@example.in', 'Kavya Menon', '+91 98290 55110', 'jaipur')
  await make('imran@example.in', 'इमरान ख़ान', '98280 71190', 'jaipur')
  await make('cmd@example.in', '=cmd()', undefined, undefined)
})
afterAll(() => service.close())

async function make(email: string, name: string, phone: string | undefined, city: string | undefined) {
  const made = await service.services.accounts.create({
    ...{ email, name, role: 'CUSTOMER' },
    ...(phone !== undefined && { phone }),
    ...(city !== undefined && { city }),
  })
  if (made === 'email_taken') throw new Error(made)
  return made
}

interface Page {
  users: { id: string; name: string; role: string }[]
  found: number
  foundNonAdmins: number
  counts: Record<string, number>
  next?: string
}
const page = async (query = '') => (await desk.get(`users?${query}`)).json as unknown as Page
const names = async (query: string) => (await page(query)).users.map(({ name }) => name)

describe('the list of users', () => {
  test('finds people by name in either script, e-mail, city and a part of the phone number', async () => {
    expect(await names('q=KAVYA')).toEqual(['Kavya Menon'])
    expect(await names('q=imran')).toEqual(['इमरान ख़ान'])
    expect(await names(`q=${encodeURIComponent('काव्या')}`)).toEqual(['Kavya Menon'])
    expect(await names('q=kavya@exam')).toEqual(['Kavya Menon'])
    expect((await names('q=jaipur&sort=name')).sort()).toEqual(['Kavya Menon', 'इमरान ख़ान'])
    expect(await names(`q=${encodeURIComponent('जयपुर menon')}`)).toEqual(['Kavya Menon'])
    expect(await names('q=9055110')).toEqual(['Kavya Menon'])
    expect(await names(`q=${encodeURIComponent('८२८० ७११')}`)).toEqual(['इमरान ख़ान'])
    expect(await names('q=nobody-like-this')).toEqual([])
  })

  test('has people only, counts them by role, and filters and sorts them', async () => {
    await service.services.accounts.createVisitor('en')
    const { counts, found, foundNonAdmins } = await page()
    // Three of the customers are the demo's applicants.
    expect(counts).toEqual({ CUSTOMER: 7, PARTNER: 1, SUPPLIER: 1, ADMIN: 2 })
    expect([found, foundNonAdmins]).toEqual([11, 9])
    expect((await page('role=ADMIN')).users.map(({ role }) => role)).toEqual(['ADMIN', 'ADMIN'])
    expect(await names('role=ADMIN&sort=name')).toEqual(['Anita Pillai', 'Kabir Malhotra'])
    expect((await desk.get('users?sort=shoe-size')).status).toBe(422)
    expect((await desk.get('users?limit=1000')).status).toBe(422)
  })

  test('comes in pages that leave out nobody and repeat nobody', async () => {
    for (const sort of ['newest', 'oldest', 'name', 'role', 'city']) {
      const whole = await names(`sort=${sort}`)
      const found: string[] = []
      let after: string | undefined
      do {
        const { users, next } = await page(`sort=${sort}&limit=3${after ? `&after=${encodeURIComponent(after)}` : ''}`)
        found.push(...users.map(({ name }) => name))
        after = next
      } while (after !== undefined)
      expect([sort, ...found]).toEqual([sort, ...whole])
    }
  })

  test('follows what changes', async () => {
    const { id } = await make('late@example.in', 'Tenzin Bhutia', undefined, undefined)
    await expect.poll(() => names('q=tenzin')).toEqual(['Tenzin Bhutia'])
    await service.services.accounts.change(id, { name: 'Tenzin Dorje' })
    await expect.poll(() => names('q=dorje')).toEqual(['Tenzin Dorje'])
    const account = await service.services.accounts.findByEmail('late@example.in')
    if (!account) throw new Error('no account')
    await service.services.accountDeletion.begin(account)
    await expect.poll(() => names('q=tenzin')).toEqual([])
  })

  test('is forgotten while nobody asks, and is read again for the next request', async () => {
    const { couch } = service.services
    let followed = 0
    const isClosed = Promise.withResolvers<void>()
    const follow: typeof couch.follow = (feed) => {
      followed += 1
      const subscription = couch.follow(feed)
      async function close() {
        await subscription.close()
        isClosed.resolve()
      }
      return { ...subscription, close }
    }
    const index = openUsersIndex({ couch: { ...couch, follow }, report: () => {}, idleMs: 50 })
    const all = async () => (await index.all({ q: 'kavya', sort: 'name' })).map(({ name }) => name)
    expect([await all(), followed]).toEqual([['Kavya Menon'], 1])
    await isClosed.promise
    expect([await all(), followed]).toEqual([['Kavya Menon'], 2])
    await index.close()
  })

  test('gives the ids of everybody whom a filter leaves but the admins', async () => {
    const { ids } = (await desk.get('users/ids?q=mogra.example')).json as { ids: string[] }
    // One person of each role, and the three applicants of the demo.
    expect(ids).toHaveLength(6)
    expect(ids).not.toContain(desk.account.id)
  })

  test('is a file for spreadsheets, which runs nobody’s name as a formula', async () => {
    const { status, headers, text } = await desk.get('users.csv?q=example.in&sort=name')
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="mogra-users-\d{4}-\d\d-\d\d\.csv"$/)
    const [first, ...rows] = text.split('\r\n')
    expect(first).toBe('\ufeffID,Name,E-mail,Phone,City,Role,Type,Status,Created At,Business Name,Vehicle Type')
    const cells = rows.map((row) => row.split(','))
    expect(cells.map(([, name, email, phone, city]) => [name, email, phone, city])).toEqual([
      ["'=cmd()", 'cmd@example.in', '', ''],
      ['Kavya Menon', 'kavya@example.in', "'+91 98290 55110", 'Jaipur'],
      ['इमरान ख़ान', 'imran@example.in', '98280 71190', 'Jaipur'],
      [undefined, undefined, undefined, undefined],
    ])
  })
})

test('the file has the types and states of the specification, the business and the vehicle', async () => {
  const { text } = await desk.get('users.csv?q=mogra.example&sort=role')
  const rows = text.split('\r\n').map((row) => row.split(','))
  expect(rows.map((cells) => [...cells.slice(5, 8), ...cells.slice(9)].join())).toEqual([
    'Role,Type,Status,Business Name,Vehicle Type',
    'CUSTOMER,CUSTOMER,active,,',
    ...Array.from({ length: 3 }, () => 'CUSTOMER,CUSTOMER,pending_verification,,'),
    'PARTNER,PARTNER,approved,,bike',
    'SUPPLIER,WHOLESALE_SUPPLIER,approved,Nair Flowers,',
    ...['ADMIN,ADMIN,active,,', 'ADMIN,ADMIN,active,,', ''],
  ])
  const { users } = (await desk.get('users?q=mogra.example&role=PARTNER')).json
  expect(users).toMatchObject([{ vehicleType: 'bike', status: 'approved' }])
})
