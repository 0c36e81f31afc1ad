import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conversationId, MESSAGES_ALLOWED, MESSAGES_KEPT, messageId, supportConversation } from '#model'
import { type SignedIn, startTestService, type TestService } from '../testing/test-service.ts'
import { conversationWorld } from './testing/conversation-world.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let service: TestService
let clock = Date.parse('2026-11-26T06:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ logLevel: 'silent', now: () => new Date(clock) })
})
afterAll(() => service.close())

const world = conversationWorld(() => service)
const { person, supplier, visitor, end, ask, outcomeOf, two, asking, send, sendOutcome, asked, decide } = world
const { conversationOf, messagesOf, textsOf, recordOf, coreOf, rowOf } = world

const sweep = () => service.services.sweep.sweepNow()
const later = async (ms: number) => {
  await sweep()
  clock += ms
  await sweep()
}
const seen = (who: SignedIn, key: string, seq: number) =>
  service.services.conversations.noteSeen(who.account, { [key]: seq })

describe('two people', () => {
  test('who write to each other have the same messages in the same order, and each sees only their own intents', async () => {
    const { buyer, meera, key } = await two()
    const receipts = [await send(buyer, key, 'Roses?'), await send(meera, key, 'Yes.'), await send(buyer, key, 'Good.')]
    expect(receipts.map(({ result }) => result)).toEqual([1, 2, 3].map((seq) => ({ conversation: key, seq })))
    const [mine, theirs] = [await messagesOf(buyer, key), await messagesOf(meera, key)]
    expect(mine.map(({ _id, text }) => [_id, text])).toEqual([
      [messageId(key, 1), 'Roses?'],
      [messageId(key, 2), 'Yes.'],
      [messageId(key, 3), 'Good.'],
    ])
    expect(theirs.map(({ _id, text }) => [_id, text])).toEqual(mine.map(({ _id, text }) => [_id, text]))
    expect([mine, theirs].map((all) => all.map((one) => one.mine))).toEqual([
      [true, false, true],
      [false, true, false],
    ])
    expect(mine.map(({ intent }) => intent)).toEqual([
      receipts[0]?._id.replace('receipt:', ''),
      undefined,
      receipts[2]?._id.replace('receipt:', ''),
    ])
  })

  test('see the name of the other one, the number of the request, and the last message', async () => {
    const { buyer, meera, key } = await two()
    await send(buyer, key, 'Roses?')
    const { _rev, ...mine } = (await conversationOf(buyer, key)) ?? { _rev: '' }
    const last = { text: 'Roses?', at: new Date(clock).toISOString() }
    expect(mine).toEqual({
      ...{ _id: conversationId(key), type: 'conversation', version: 1, state: 'open', lastSeq: 1, lastAt: last.at },
      ...{ with: { name: 'Nair Flowers', role: 'SUPPLIER' }, number: expect.stringMatching(/^BLK/) },
      ...{ last: { mine: true, ...last }, mineSeen: 0, theirsSeen: 0, unread: [] },
    })
    expect(await conversationOf(meera, key)).toMatchObject({
      ...{ with: { name: 'Asha Rao', role: 'CUSTOMER' }, last: { mine: false, ...last }, unread: [1] },
    })
  })

  test('are the only ones who can write', async () => {
    const { buyer, key, bulk } = await two()
    await send(buyer, key, 'Roses?')
    const strangers = [await person('CUSTOMER'), await person('PARTNER'), await supplier(), await person('ADMIN')]
    for (const who of strangers) expect(await sendOutcome(who, key)).toBe('not_yours')
    const [, other] = strangers
    expect(await sendOutcome(buyer, `bulk-${bulk}-${other?.account.id}`), 'no such interest').toBe('not_yours')
    expect(await sendOutcome(buyer, `order-${bulk}-${other?.account.id}`), 'no such order').toBe('not_yours')
    expect(await recordOf(key)).toMatchObject({ lastSeq: 1 })
  })

  test('cannot write after the end, and their copies say so', async () => {
    const { buyer, meera, bulk, key } = await two()
    await send(buyer, key, 'Roses?')
    await end(buyer, bulk)
    expect(await sendOutcome(meera, key, 'Yes.')).toBe('conversation_closed')
    for (const who of [buyer, meera])
      expect(await conversationOf(who, key)).toMatchObject({ state: 'closed', lastSeq: 1 })
    expect(await sendOutcome(buyer, key)).toBe('conversation_closed')
  })

  test('have no conversation before the first message', async () => {
    const { buyer, meera, bulk, key } = await two()
    await end(buyer, bulk)
    expect(await sendOutcome(meera, key)).toBe('conversation_closed')
    expect(await coreOf(key)).toEqual([])
  })

  test('send 100 messages at once and 600 an hour, each for themselves', async () => {
    const { buyer, meera, key } = await two()
    for (let n = 0; n < MESSAGES_ALLOWED.atOnce; n += 1) expect(await decide(buyer, key)).not.toHaveProperty('refused')
    const receipt = await send(buyer, key, 'One more')
    const freeAt = new Date(clock + 6 * SECOND_MS).toISOString()
    expect(receipt).toMatchObject({ reason: 'too_many_messages', result: { freeAt } })
    expect(await sendOutcome(meera, key)).toBe('done')
    clock += 6 * SECOND_MS
    expect(await sendOutcome(buyer, key)).toBe('done')
    expect(await sendOutcome(buyer, key)).toBe('too_many_messages')
  })

  test('write once if they ask twice with one intent, and cannot ask with an intent of the other one', async () => {
    const { buyer, meera, key } = await two()
    const how = asked()
    await decide(buyer, key, 'Roses?', how)
    expect(await decide(buyer, key, 'Roses?', how)).not.toHaveProperty('refused')
    expect(await decide(meera, key, 'Lilies?', how)).toMatchObject({ refused: 'not_yours' })
    await sweep()
    expect(await textsOf(meera, key)).toEqual(['Roses?'])
  })
})

describe('what is kept', () => {
  test('the texts leave the conversation’s record as soon as they are told', async () => {
    const { buyer, key } = await two()
    await send(buyer, key, 'Roses?')
    expect(await recordOf(key)).toMatchObject({ pending: [], told: 1, version: 1 })
    const [, message] = await coreOf(key)
    expect(message).toMatchObject({ type: 'message', version: 1, from: 'owner', text: 'Roses?' })
  })

  test('the texts leave it even while a mailbox cannot be written, and are told as soon as it can', async () => {
    const { buyer, meera, key } = await two()
    await send(buyer, key, 'Roses?')
    const { couch, conversations, sweep: sweeping } = service.services
    await couch.destroyDatabase(meera.mailbox.name)
    await send(buyer, key, 'Or lilies?')
    await sweep()
    expect(await recordOf(key)).toMatchObject({ tries: expect.any(Number), told: 1, pending: [{ text: 'Or lilies?' }] })
    expect(await textsOf(buyer, key), 'the other one has it').toEqual(['Roses?', 'Or lilies?'])
    // The service sweeps by itself, too, so that it may have tried more often.
    clock += 10 * MINUTE_MS
    await sweep()
    expect(await recordOf(key)).toMatchObject({ told: 1, pending: [] })
    await service.services.mailboxes.make(meera.mailbox.name, meera.account.id)
    clock += 200 * MINUTE_MS
    await sweep()
    expect(await textsOf(meera, key)).toEqual(['Or lilies?'])
    await sweep()
    const told = await recordOf(key)
    expect(told).toMatchObject({ told: 2, version: 2 })
    expect(told).not.toHaveProperty('tries')
    expect(told.nextAt).toBe(conversations.kept.kind.deadlineOf(told))
    expect((await sweeping.resting()).map(({ id }) => id)).not.toContain(told._id)
  })

  test('texts are removed 30 days after the end, on both sides and in the core', async () => {
    const { buyer, meera, bulk, key } = await two()
    await send(buyer, key, 'Roses?')
    await send(meera, key, 'Yes.')
    await end(buyer, bulk)
    await later(29 * DAY_MS)
    expect(await textsOf(meera, key)).toEqual(['Roses?', 'Yes.'])
    await later(DAY_MS + MINUTE_MS)
    for (const who of [buyer, meera]) {
      expect(await textsOf(who, key)).toEqual([undefined, undefined])
      const fact = await conversationOf(who, key)
      expect(fact).toMatchObject({ state: 'emptied', lastSeq: 2, unread: [] })
      expect(fact).not.toHaveProperty('last')
    }
    expect(JSON.stringify(await coreOf(key))).not.toMatch(/Roses|Yes/)
  })

  test('texts to and from Mogra are removed after 180 days without a message, and a later question can be asked', async () => {
    const { asha, key } = await asking('Where is Kota?')
    await later(180 * DAY_MS + MINUTE_MS)
    expect(await conversationOf(asha, key)).toMatchObject({ state: 'emptied' })
    expect(await rowOf(asha)).toHaveProperty('closedAt')
    await decide(asha, key, 'And Pune?')
    await sweep()
    expect(await textsOf(asha, key)).toEqual([undefined, 'And Pune?'])
    expect(await conversationOf(asha, key)).toMatchObject({ state: 'open', lastSeq: 2, last: { text: 'And Pune?' } })
    expect(await rowOf(asha)).toMatchObject({ lastSeq: 2, messages: [{ seq: 1, text: '' }, { text: 'And Pune?' }] })
  })
})

describe('marks', () => {
  test('tell both how far each has read, and never fall', async () => {
    const { buyer, meera, key } = await two()
    for (const text of ['1', '2', '3']) await send(buyer, key, text)
    expect(await conversationOf(meera, key)).toMatchObject({ mineSeen: 0, unread: [1, 2, 3] })
    await seen(meera, key, 2)
    const at = new Date(clock).toISOString()
    expect(await conversationOf(meera, key)).toMatchObject({ mineSeen: 2, unread: [3] })
    expect(await conversationOf(buyer, key)).toMatchObject({ theirsSeen: 2, theirsSeenAt: at, unread: [] })
    clock += MINUTE_MS
    await seen(meera, key, 1)
    expect(await conversationOf(buyer, key)).toMatchObject({ theirsSeen: 2, theirsSeenAt: at })
    await seen(meera, key, 900)
    expect(await conversationOf(buyer, key), 'no further than there are messages').toMatchObject({ theirsSeen: 3 })
  })

  test('change the copies and not the record; the version of the copies is that of the record and both marks added', async () => {
    const { buyer, meera, key } = await two()
    for (const text of ['1', '2']) await send(buyer, key, text)
    await seen(meera, key, 2)
    await seen(buyer, key, 1)
    const { version } = await recordOf(key)
    for (const who of [buyer, meera]) expect(await conversationOf(who, key)).toMatchObject({ version: version + 3 })
    await send(meera, key, '3')
    for (const who of [buyer, meera]) expect(await conversationOf(who, key)).toMatchObject({ version: version + 4 })
  })

  test('of other people’s conversations, or of conversations that do not exist, change nothing', async () => {
    const { buyer, key } = await two()
    await send(buyer, key, '1')
    const before = await coreOf(key)
    for (const who of [await person('CUSTOMER'), await person('ADMIN'), await visitor()]) await seen(who, key, 1)
    await seen(buyer, supportConversation(buyer.account.id), 1)
    expect(await coreOf(key)).toEqual(before)
    expect(await coreOf(supportConversation(buyer.account.id))).toEqual([])
  })
})

describe('Mogra', () => {
  test('is asked by anyone with an account and answered by any admin; until then the admins’ feed has a row', async () => {
    const { asha, key } = await asking('Do you deliver in Kota?')
    expect(await rowOf(asha)).toMatchObject({
      ...{ type: 'support', name: 'Asha Rao', role: 'CUSTOMER', lastSeq: 1, at: new Date(clock).toISOString() },
      messages: [{ seq: 1, mogra: false, text: 'Do you deliver in Kota?' }],
    })
    for (const text of ['2', '3', '4']) await send(asha, key, text)
    expect(await rowOf(asha)).toMatchObject({ messages: [{ text: '2' }, { text: '3' }, { text: '4' }] })
    expect(await sendOutcome(await person('ADMIN'), key, 'Not yet.')).toBe('done')
    expect(await rowOf(asha)).toHaveProperty('closedAt')
    const [last] = (await messagesOf(asha, key)).toReversed()
    expect(last).toMatchObject({ mine: false, text: 'Not yet.' })
    expect(last).not.toHaveProperty('intent')
    expect(await conversationOf(asha, key)).toMatchObject({ with: { name: '', role: 'MOGRA' }, unread: [5] })
  })

  test('is not written to in somebody else’s name, nor by a visitor or about one', async () => {
    const { asha, key } = await asking()
    expect(await sendOutcome(await person('PARTNER'), key)).toBe('not_yours')
    const guest = await visitor()
    const admin = await person('ADMIN')
    for (const id of [guest.account.id, 'nobody'])
      expect(await sendOutcome(admin, supportConversation(id))).toBe('not_yours')
    expect(await decide(guest, supportConversation(guest.account.id))).toMatchObject({ refused: 'not_yours' })
    expect(await textsOf(asha, key)).toHaveLength(1)
  })

  test('answers the question of an admin through another admin', async () => {
    const [admin, other] = [await person('ADMIN'), await person('ADMIN')]
    const key = supportConversation(admin.account.id)
    await send(admin, key, 'Is the desk slow?')
    expect(await rowOf(admin)).toMatchObject({ lastSeq: 1, role: 'ADMIN' })
    await send(other, key, 'Yes.')
    expect((await messagesOf(admin, key)).map(({ mine }) => mine)).toEqual([true, false])
  })

  test('answers a ticket in the conversation, once', async () => {
    const asha = await person('CUSTOMER')
    const key = supportConversation(asha.account.id)
    const answer = { ...asked(), by: 'admin', text: 'Soon.', ticket: 'SUP1764136800000ABC' }
    for (let n = 0; n < 2; n += 1) await service.services.conversations.answer(asha.account.id, answer)
    await sweep()
    expect(await messagesOf(asha, key)).toMatchObject([{ mine: false, text: 'Soon.', ticket: answer.ticket }])
    await service.services.conversations.answer('nobody', answer)
    expect(await coreOf(supportConversation('nobody'))).toEqual([])
  })

  test('lets one admin take a conversation for half an hour, or until it is answered', async () => {
    const { asha, key } = await asking()
    const [admin, other] = [await person('ADMIN', { name: 'Priya' }), await person('ADMIN')]
    const subject = `support:${asha.account.id}`
    const take = (who: SignedIn, what = subject) => ask(who, 'take-ticket', { subject: what })
    const takenAt = new Date(clock).toISOString()
    expect(outcomeOf(await take(admin))).toBe('done')
    const until = new Date(clock + 30 * MINUTE_MS).toISOString()
    expect(await rowOf(asha)).toMatchObject({ taken: { by: admin.account.id, name: 'Priya', until } })
    expect(await take(other)).toMatchObject({ reason: 'taken', result: { who: admin.account.id, when: takenAt } })
    clock += 10 * MINUTE_MS
    expect(outcomeOf(await take(admin)), 'the same admin takes it for longer').toBe('done')
    clock += 25 * MINUTE_MS
    expect(outcomeOf(await take(other))).toBe('taken')
    clock += 6 * MINUTE_MS
    expect(outcomeOf(await take(other))).toBe('done')
    await send(other, key, 'Not yet.')
    expect(outcomeOf(await take(admin))).toBe('already_settled')
    await send(asha, key, 'When?')
    expect(await rowOf(asha)).not.toHaveProperty('taken')
    expect(outcomeOf(await take(admin, 'support:nobody'))).toBe('item_unknown')
    expect(outcomeOf(await take(admin, `ticket:${ulid()}`))).toBe('item_unknown')
  })

  test('has the same rows in the next generation of the feed', async () => {
    const { asha, key } = await asking()
    const record = await recordOf(key)
    const { _rev, ...row } = (await rowOf(asha)) ?? { _rev: '' }
    expect(record).toMatchObject({ listed: true })
    expect(await service.services.conversations.kept.kind.completeRows?.(record)).toEqual([{ feed: 'admin', row }])
    await send(await person('ADMIN'), key, 'Yes.')
    expect(await recordOf(key)).not.toHaveProperty('listed')
  })
})

// This test is the last one, so that no later test waits until so many messages are emptied.
test('a mailbox keeps the last 300 messages, and the service has the older ones', { timeout: 60_000 }, async () => {
  const { buyer, meera, key } = await two()
  for (let n = 1; n <= MESSAGES_KEPT; n += 1) {
    await decide(n % 3 === 0 ? meera : buyer, key, `no. ${n}`)
    clock += 6 * SECOND_MS
  }
  await sweep()
  expect(await messagesOf(buyer, key)).toHaveLength(MESSAGES_KEPT)
  for (const text of ['no. 301', 'no. 302']) await send(buyer, key, text)
  for (const who of [buyer, meera]) {
    const texts = await textsOf(who, key)
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([MESSAGES_KEPT, 'no. 3', 'no. 302'])
  }
  const page = await service.services.conversations.older(meera.account, key, 3)
  expect(page).toEqual({
    messages: [1, 2].map((seq) => ({ seq, mine: false, text: `no. ${seq}`, at: expect.any(String) })),
    isFirst: true,
  })
  const newest = await service.services.conversations.older(buyer.account, key)
  expect([newest?.messages.length, newest?.messages[0]?.seq, newest?.isFirst]).toEqual([50, 253, false])
})
