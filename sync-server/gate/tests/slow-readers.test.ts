import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'
import { LARGE_BYTES, largeDocuments, readSlowly, type SlowReader } from '../testing/slow-reader.ts'

let service: TestService
let readers: SlowReader[] = []

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent' })
})
afterEach(async () => {
  for (const { socket } of readers) socket.destroy()
  readers = []
  await expect.poll(() => service.services.sessionRequests.count()).toBe(0)
})
afterAll(() => service.close())

async function rich(role: string): Promise<SignedIn> {
  const person = await service.signIn(`${role}@mogra.example`)
  await service.fillMailbox(person.mailbox.name, largeDocuments())
  return person
}
const all = ({ mailbox }: SignedIn) => `/db/${mailbox.name}/_changes?include_docs=true`
async function begin(person: SignedIn) {
  const reader = await readSlowly(service.url, all(person), person.cookie)
  readers.push(reader)
  return reader
}
const ask = (path: string, cookie = '') => fetch(service.url + path, { headers: { cookie } })

test('slow readers of one address cannot take every place, and their neighbours still get short answers', async () => {
  const [one, another] = [await rich('customer'), await rich('partner')]
  for (const reader of [...Array<SignedIn>(16).fill(one), ...Array<SignedIn>(8).fill(another)])
    expect((await begin(reader)).status).toBe(200)

  const more = await ask(all(another), another.cookie)
  expect([more.status, more.headers.get('retry-after'), await more.json()]).toMatchObject([
    429,
    '10',
    { error: 'too_many_requests' },
  ])
  const neighbour = await service.signIn('supplier@mogra.example')
  const short = await ask(`/db/${neighbour.mailbox.name}/_changes`, neighbour.cookie)
  expect([short.status, await short.json()]).toMatchObject([200, { results: [{ id: 'account' }] }])
  expect((await ask('/db/catalogue/_changes?limit=10')).status).toBe(200)

  for (const { socket } of readers) socket.destroy()
  await expect.poll(async () => (await begin(another)).status).toBe(200)
})

test('500 requests from one address at once are all answered', async () => {
  const answers = await Promise.all(Array.from({ length: 500 }, () => ask('/db/catalogue/_changes?limit=10')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await Promise.all(answers.map((answer) => answer.text()))
})

test('an answer that is being read slowly is cut off when its session ends', async () => {
  const leaver = await rich('admin')
  const reader = await begin(leaver)
  await fetch(`${service.url}/api/sessions/current`, { method: 'DELETE', headers: { cookie: leaver.cookie } })
  expect(await reader.readAll()).toBeLessThan(LARGE_BYTES)
})
