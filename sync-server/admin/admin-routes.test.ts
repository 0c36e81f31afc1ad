import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { type Desk, openDesk } from './testing/desk-calls.ts'

let service: TestService
let desk: Desk
/** The clock stands still, so that a slow machine does not use up the time. */
const startedMs = Date.now()
let laterMs = 0
let routes: { method: 'GET' | 'POST'; url: string }[]

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(startedMs + laterMs) })
  desk = await openDesk(service)
  const { endpoints } = (await service.app.inject('/health')).json() as { endpoints: string[] }
  routes = endpoints.flatMap((endpoint) => {
    const [method, path = ''] = endpoint.split(' ')
    const url = path.replace(':id', desk.account.id)
    if (!path.startsWith('/api/admin')) return []
    if (method !== 'GET' && method !== 'POST') throw new Error(`nothing tests ${endpoint}`)
    return [{ method, url }]
  })
})
afterAll(() => service.close())

const ask = async ({ method, url }: { method: 'GET' | 'POST'; url: string }, cookie = '') => {
  const response = await service.app.inject({ method, url, headers: { cookie }, payload: method === 'POST' ? {} : '' })
  return [`${method} ${url}`, response.statusCode, (response.json() as { error?: string }).error]
}

describe('every route of the desk', () => {
  test('refuses every other role, and anyone who is not signed in', async () => {
    expect(routes.length).toBeGreaterThan(10)
    for (const route of routes) expect(await ask(route)).toEqual([`${route.method} ${route.url}`, 401, 'signed_out'])
    const visitor = await service.services.accounts.createVisitor('en')
    const visiting = await service.services.sessions.start(visitor, { provenBy: 'nothing', userAgent: 'Phone' })
    const cookies = [`sid=${visiting}`]
    for (const email of ['customer@mogra.example', 'partner@mogra.example', 'supplier@mogra.example'])
      cookies.push((await service.signIn(email)).cookie)
    for (const cookie of cookies)
      for (const route of routes)
        expect(await ask(route, cookie)).toEqual([`${route.method} ${route.url}`, 403, 'not_allowed'])
  })

  test('that cannot be taken back, or shows documents, wants a code that was typed within 15 minutes', async () => {
    const fresh = [
      'POST /api/admin/deletions',
      `POST /api/admin/users/${desk.account.id}/role`,
      `GET /api/admin/applications/${desk.account.id}/documents/:name`,
      'POST /api/admin/payouts/export',
      `POST /api/admin/payouts/${desk.account.id}/paid`,
      `POST /api/admin/payouts/${desk.account.id}/failed`,
      'POST /api/admin/settings',
    ]
    const refused = async () => {
      const answers = []
      for (const route of routes)
        if (route.method === 'POST' || route.url.includes('/documents/')) answers.push(await ask(route, desk.cookie))
      return answers.flatMap(([route, , error]) => (error === 'fresh_code_needed' ? [route] : []))
    }
    expect(await refused()).toEqual(fresh)
    await desk.prove()
    expect(await refused()).toEqual([])
    laterMs += 15 * 60_000 - 1_000
    expect(await refused()).toEqual([])
    laterMs += 2_000
    expect(await refused()).toEqual(fresh)
  })

  test('is closed to an admin who has just lost the role, whatever the session remembers', async () => {
    const former = await openDesk(service)
    await former.prove()
    expect((await former.post('retry', { id: 'mail:x' })).status).toBe(404)
    await service.services.couch
      .db('accounts')
      .update<{ _id: string }>(`account:${former.account.id}`, (record) => record && { ...record, role: 'CUSTOMER' })
    expect(await former.post('retry', { id: 'mail:x' })).toMatchObject({ status: 403, json: { error: 'not_allowed' } })
  })
})

test('a code proves who the admin is when it is typed with a blank, or in the digits of another script', async () => {
  const devanagari = (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))
  await (await openDesk(service)).prove((code) => `${code.slice(0, 3)} ${code.slice(3)}`)
  await (await openDesk(service)).prove(devanagari)
})

test('a wrong code proves nothing, and says how many tries are left', async () => {
  const other = await openDesk(service)
  await other.post('/api/login-codes', { email: other.account.email })
  expect(await other.post('/api/sessions/proof', { code: '000000' })).toMatchObject({
    status: 401,
    json: { error: 'code_invalid', triesLeft: 4 },
  })
  expect((await other.post('deletions', { everybody: true })).json).toMatchObject({ error: 'fresh_code_needed' })
})
