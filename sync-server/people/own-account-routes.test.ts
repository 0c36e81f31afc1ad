import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGE_BYTES, largeDocuments, readSlowly } from '../gate/testing/slow-reader.ts'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
let me: SignedIn
const EXPORT = '/api/accounts/current/export'

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
  me = await service.signIn('customer@mogra.example')
  await service.fillMailbox(me.mailbox.name, largeDocuments())
})
afterAll(() => service.close())

const begin = () => readSlowly(service.url, EXPORT, me.cookie)

test('an account may read two exports at a time, and reading ends when it signs out', async () => {
  const [one, another] = [await begin(), await begin()]
  expect([one.status, another.status]).toEqual([200, 200])
  const third = await fetch(service.url + EXPORT, { headers: { cookie: me.cookie } })
  expect([third.status, third.headers.get('retry-after'), await third.json()]).toMatchObject([
    429,
    '10',
    { error: 'too_many_requests' },
  ])
  one.socket.destroy()
  await expect.poll(async () => (await begin()).status).toBe(200)

  await fetch(`${service.url}/api/sessions/current`, { method: 'DELETE', headers: { cookie: me.cookie } })
  expect(await another.readAll()).toBeLessThan(LARGE_BYTES)
})
