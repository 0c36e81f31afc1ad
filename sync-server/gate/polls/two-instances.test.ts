import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../../../couchdb/embedded/start.ts'
import { asPushed, post } from '../../testing/device.ts'
import { type SignedIn, startTestService, type TestService } from '../../testing/test-service.ts'

let folder: string
let stop: () => Promise<void>
let here: TestService
let there: TestService
let me: SignedIn

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mogra-two-'))
  const admin = { name: 'mogra', password: 'two' }
  const couchdb = await startEmbedded({ folder: join(folder, 'couchdb'), admin })
  const COUCHDB_URL = couchdb.url.replace('//', `//${admin.name}:${admin.password}@`)
  // Both use one key file, as two instances of one service do.
  const options = { folder, logLevel: 'silent', env: { COUCHDB_URL } } as const
  here = await startTestService(options)
  there = await startTestService(options)
  me = await here.signIn('customer@mogra.example')
  stop = async () => {
    await Promise.all([here.close(), there.close()])
    await couchdb.close()
    await rm(folder, { recursive: true })
  }
})
afterAll(() => stop())

const at = ({ url }: TestService, path: string) => `${url}/db/${me.mailbox.name}/${path}`

/** A poll that the other instance holds; `answered` resolves with the ids and the milliseconds that it took. */
async function heldPoll() {
  const now = await (await fetch(at(there, '_changes?since=now&limit=1'), { headers: { cookie: me.cookie } })).json()
  const since = encodeURIComponent((now as { last_seq: string }).last_seq)
  const held = fetch(at(there, `_changes?feed=longpoll&heartbeat=10000&since=${since}`), {
    headers: { cookie: me.cookie },
  }).then(async (answer) => (await answer.json()) as { results: { id: string }[] })
  await expect.poll(() => there.services.notifier.watching()).toBe(1)
  const heldAt = performance.now()
  const answered = held.then(({ results }) => ({
    ids: results.map(({ id }) => id),
    afterMs: performance.now() - heldAt,
  }))
  return { answered }
}

test('a push at one instance wakes the poll that another holds', async () => {
  const { answered } = await heldPoll()
  const doc = {
    _id: 'favourite:tulips:phone',
    ...{ type: 'favourite', device: 'phone', flower: 'tulips', on: true, updatedAt: '2026-11-21T10:00:00.000Z' },
  }
  const body = { docs: [asPushed(doc)], new_edits: false }
  expect((await post(at(here, '_bulk_docs'), body, { cookie: me.cookie })).status).toBe(201)
  const { ids, afterMs } = await answered
  expect(ids).toEqual([doc._id])
  expect(afterMs).toBeLessThan(5_000)
})

/** Ways to end the session `me` at another instance, some of them from another device of the account. */
const ENDINGS: Record<string, (other: SignedIn) => Promise<unknown>> = {
  'signing out': () => remove('/api/sessions/current', me),
  async 'ending one session from another device'(other) {
    const answer = await fetch(`${here.url}/api/sessions`, { headers: { cookie: other.cookie } })
    const { sessions } = (await answer.json()) as { sessions: { id: string; isCurrent: boolean }[] }
    await remove(`/api/sessions/${sessions.find(({ isCurrent }) => !isCurrent)?.id}`, other)
  },
  'signing out everywhere': (other) => remove('/api/sessions', other),
  'deleting the account': () =>
    here.services.accountDeletion.begin({ id: me.account.id, email: me.account.email ?? '', mailbox: me.mailbox }),
}
const remove = (path: string, { cookie }: SignedIn) =>
  fetch(`${here.url}${path}`, { method: 'DELETE', headers: { cookie } })

test.each(Object.entries(ENDINGS))('%s at one instance ends the poll that another holds', async (name, end) => {
  const email = `${name.replaceAll(' ', '-')}@example.com`
  await here.services.accounts.create({ email, name: 'Asha', role: 'CUSTOMER', verified: true })
  me = await here.signIn(email)
  // Before the poll is held: a sign-in changes the account, which every device of it hears.
  const other = await here.signIn(email)
  const { answered } = await heldPoll()
  await end(other)
  const { ids, afterMs } = await answered
  expect(ids).toEqual([])
  expect(afterMs).toBeLessThan(5_000)
})
