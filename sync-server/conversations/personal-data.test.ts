import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageId } from '#model'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { conversationWorld } from './testing/conversation-world.ts'

const MINUTE_MS = 60_000

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
  await service.services.outbox.stop()
})
afterAll(() => service.close())

const world = conversationWorld(() => service)
const { person, two, asking, send, sendOutcome, decide, conversationOf, messagesOf, textsOf, recordOf, coreOf, rowOf } =
  world

async function remove({ account, mailbox }: SignedIn) {
  const { accountDeletion, sweep } = service.services
  await accountDeletion.begin({ id: account.id, email: account.email, mailbox })
  await sweep.sweepNow()
  clock += MINUTE_MS
  await accountDeletion.resume()
  await sweep.sweepNow()
}

test('a buyer who deletes the account leaves nothing that they wrote anywhere, and the supplier’s own messages stay', async () => {
  const { buyer, meera, key } = await two()
  await send(buyer, key, 'My secret')
  await send(meera, key, 'Ours')
  // This one is not told yet.
  await decide(buyer, key, 'My other secret')
  await remove(buyer)
  expect(await messagesOf(meera, key)).toMatchObject([{ version: 2 }, { text: 'Ours' }, { version: 2 }])
  expect(await textsOf(meera, key)).toEqual([undefined, 'Ours', undefined])
  const fact = await conversationOf(meera, key)
  expect(fact).toMatchObject({ state: 'closed', with: { name: '' } })
  expect(JSON.stringify([fact, await coreOf(key)])).not.toMatch(new RegExp(`secret|Asha|${buyer.account.id}`))
  expect(await recordOf(key)).toMatchObject({ owner: 'deleted', counterpart: meera.account.id })
  expect(await sendOutcome(meera, key)).toBe('conversation_closed')
})

test('a supplier who deletes the account leaves nothing in the core, and with the buyer only what the buyer wrote', async () => {
  const { buyer, meera, key } = await two()
  await send(buyer, key, 'Mine')
  await send(meera, key, 'My secret')
  await service.services.conversations.noteSeen(meera.account, { [key]: 2 })
  await remove(meera)
  expect(await textsOf(buyer, key)).toEqual(['Mine', undefined])
  const fact = await conversationOf(buyer, key)
  // Nothing is left to read, because the core no longer has the marks.
  expect(fact).toMatchObject({ state: 'closed', with: { name: '' }, theirsSeen: 2, mineSeen: 2, unread: [] })
  expect(JSON.stringify(fact)).not.toContain('secret')
  expect(await coreOf(key)).toEqual([])
})

test('a conversation with Mogra is removed with the account, and its row is closed', async () => {
  const { asha, key } = await asking('My secret')
  await send(await person('ADMIN'), key, 'Yes.')
  await send(asha, key, 'My other secret')
  await remove(asha)
  expect(await coreOf(key)).toEqual([])
  expect(await rowOf(asha)).toHaveProperty('closedAt')
  expect(JSON.stringify(await rowOf(asha))).not.toContain('secret')
})

test('what is written while the account is being deleted is found by the second pass', async () => {
  const { buyer, meera, key } = await two()
  const { accountDeletion, sweep } = service.services
  await accountDeletion.begin({ ...buyer.account, mailbox: buyer.mailbox })
  // This decision had begun before the account was deleted.
  const { couch } = service.services
  const at = new Date(clock).toISOString()
  const text = 'My secret'
  const message = { _id: messageId(key, 1), type: 'message', version: 1, from: 'owner', text, at, intent: 'x' }
  await couch.db('conversations').create(message)
  await couch.db('conversations').create({
    ...{ _id: `conversation:${key}`, type: 'conversation', version: 1, told: 1, kind: 'bulk', state: 'open' },
    ...{ owner: buyer.account.id, counterpart: meera.account.id, number: 'BLK1764136800000ABC', lastSeq: 1 },
    ...{ lastAt: at, authors: 'o', nextInPace: {}, pending: [], entries: [{ version: 1, what: 'written', at }] },
  })
  clock += MINUTE_MS
  await accountDeletion.resume()
  await sweep.sweepNow()
  expect(JSON.stringify(await coreOf(key))).not.toMatch(new RegExp(`secret|${buyer.account.id}`))
})

test('the export of an account has its conversations as it sees them', async () => {
  const { buyer, meera, key } = await two()
  await send(buyer, key, 'Roses?')
  await send(meera, key, 'Yes.')
  const { read } = service.services.personalData.exported.find(({ name }) => name === 'conversations') ?? {}
  const person = { session: '', mailbox: meera.mailbox.name, adopted: [], account: meera.account.id }
  const part = JSON.parse(JSON.stringify(await read?.(person)))
  expect(part).toEqual([
    {
      ...{ about: 'bulk', number: expect.stringMatching(/^BLK/), state: 'open' },
      messages: [
        { seq: 1, mine: false, text: 'Roses?', at: expect.any(String) },
        { seq: 2, mine: true, text: 'Yes.', at: expect.any(String) },
      ],
    },
  ])
  expect(JSON.stringify(part)).not.toContain(buyer.account.id)
})
