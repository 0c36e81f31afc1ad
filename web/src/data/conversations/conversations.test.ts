import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type ConversationFact,
  conversationId,
  type MessageFact,
  messageId,
  orderConversation,
  supportConversation,
} from '#model'
import { anOrder, aReceipt, aUlid } from '../../testing/documents.ts'
import { eventually } from '../../testing/eventually.ts'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { exchange, read } from '../../testing/two-devices.ts'
import { attention } from '../attention.ts'
import { replaceDataLayer } from '../runtime/current-data-layer.ts'
import { SeenReport } from '../sync/seen-report.ts'
import { contacts, unreadTotal } from './contacts.ts'
import { conversations, olderMessages } from './conversations.ts'
import { messageDrafts } from './message-drafts.ts'
import { conversationMessages } from './messages.ts'

const AT = '2026-11-26T05:00:00.000Z'
const KEY = orderConversation(aUlid(1), 'p1')
const account = { id: 'c1', email: 'kavya@device.example', name: 'Kavya Menon', role: 'CUSTOMER' as const }

const fact = (key = KEY, changes: Partial<ConversationFact> = {}): ConversationFact => ({
  ...{ _id: conversationId(key), type: 'conversation', version: 1, with: { name: 'Imran Khan', role: 'PARTNER' } },
  ...{ state: 'open', lastSeq: 0, mineSeen: 0, theirsSeen: 0, unread: [], ...changes },
})
const message = (seq: number, changes: Partial<MessageFact> = {}, key = KEY): MessageFact => ({
  ...{ _id: messageId(key, seq), type: 'message', version: 1, mine: false, text: `message ${seq}`, at: AT, ...changes },
})

let phone: TestDevice
const opened: TestDevice[] = []
const open = (options: Parameters<typeof testDevice>[0] = {}) => {
  const device = testDevice({ now: () => new Date('2026-11-26T08:10:00.000Z'), ...options })
  opened.push(device)
  const signedIn = { account, mailbox: { name: 'mailbox-test', generation: 1 } }
  device.sessionState.set({ ...device.sessionState.get(), signedIn })
  return device
}
const use = (device: TestDevice) => replaceDataLayer(device)
const put = (device: TestDevice, ...docs: object[]) => device.databases.mailbox().db.bulkDocs(docs)
const shown = async (key = KEY) => (await read(phone, conversationMessages(key))).messages

beforeEach(() => {
  phone = open()
  use(phone)
})
afterEach(async () => {
  for (const device of opened.splice(0)) await device.close()
  replaceDataLayer(undefined)
})

test('a message that is written offline is shown below the confirmed ones until its fact arrives', async () => {
  await put(phone, fact(KEY, { lastSeq: 2 }), message(1), message(2))
  const { intentId } = await conversations.send(KEY, ' I am at the gate \r\n')
  expect((await shown()).map(({ text, stage }) => [text, stage])).toEqual([
    ['message 1', 'confirmed'],
    ['message 2', 'confirmed'],
    ['I am at the gate', 'saved'],
  ])
  const ulid = intentId.slice('intent:'.length)
  await put(phone, message(3, { mine: true, text: 'I am at the gate', intent: ulid }), aReceipt(ulid))
  expect((await shown()).map(({ id, stage }) => [id, stage]).at(-1)).toEqual([ulid, 'confirmed'])
  expect(await shown()).toHaveLength(3)
})

test('a refused message stays with its reason until the person deletes it', async () => {
  const { intentId } = await conversations.send(KEY, 'Hello?')
  const ulid = intentId.slice('intent:'.length)
  const refused = { outcome: 'refused' as const, reason: 'too_many_messages', result: { freeAt: AT } }
  await put(phone, fact(), aReceipt(ulid, refused))
  const [message] = await shown()
  expect(message).toMatchObject({ text: 'Hello?', stage: 'refused', reason: 'too_many_messages', freeAt: AT })
  expect((await read(phone, contacts))[0]?.hasFailed).toBe(true)
  await conversations.dismiss({ id: ulid })
  expect(await shown()).toEqual([])
  expect((await read(phone, contacts))[0]?.hasFailed).toBe(false)
})

test('a person who tries a refused message again sends a new one, and the old one is gone', async () => {
  const { intentId } = await conversations.send(KEY, 'Hello?')
  const ulid = intentId.slice('intent:'.length)
  await put(phone, fact(), aReceipt(ulid, { outcome: 'refused', reason: 'too_many_messages' }))
  await conversations.tryAgain(KEY, { id: ulid, text: 'Hello?' })
  const messages = await shown()
  expect(messages.map(({ text, stage }) => [text, stage])).toEqual([['Hello?', 'saved']])
  expect(messages[0]?.id).not.toBe(ulid)
})

test('messages that are read on one device count as read on all devices of the account, and a mark never falls', async () => {
  const tablet = open()
  await put(phone, fact(KEY, { lastSeq: 3, unread: [1, 2, 3] }))
  await exchange(phone, tablet)
  expect(await read(phone, unreadTotal)).toBe(3)
  use(tablet)
  await conversations.markSeen(KEY, 2)
  await conversations.markSeen(KEY, 1)
  await exchange(phone, tablet)
  expect(await read(phone, unreadTotal)).toBe(1)
  use(phone)
  await conversations.markSeen(KEY, 3)
  await exchange(phone, tablet)
  expect(await read(tablet, unreadTotal)).toBe(0)
})

test('the list has the latest conversation on top, with its draft and the number of unread messages', async () => {
  const support = supportConversation('c1')
  const last = (at: string) => ({ last: { mine: false, text: 'Thank you!', at } })
  await put(
    phone,
    fact(KEY, { lastSeq: 1, unread: [1], ...last('2026-11-26T04:00:00.000Z') }),
    fact(support, { with: { name: '', role: 'MOGRA' }, lastSeq: 1, ...last('2026-11-26T05:00:00.000Z') }),
  )
  messageDrafts.save(support, 'Where is ')
  expect((await read(phone, contacts)).map(({ key, unread, draft }) => [key, unread, draft])).toEqual([
    [support, 0, 'Where is'],
    [KEY, 1, undefined],
  ])
  await conversations.send(KEY, 'I am here')
  expect((await read(phone, contacts)).map(({ key, last: line }) => [key, line?.text])).toEqual([
    [KEY, 'I am here'],
    [support, 'Thank you!'],
  ])
})

test('the list has the twenty latest conversations of this person, whatever else is kept here', async () => {
  const keys = Array.from({ length: 22 }, (_, n) => orderConversation(aUlid(n + 1), 'p1'))
  await put(
    phone,
    ...keys.map((key, n) => fact(key, { lastSeq: 1, lastAt: new Date(Date.parse(AT) + n).toISOString() })),
  )
  await put(phone, { _id: 'account', type: 'account', version: 1, createdAt: AT, ...account })
  // Drafts come first; these are of conversations that somebody else has with Mogra.
  for (let n = 1; n <= 20; n += 1) messageDrafts.save(supportConversation(`somebody-${n}`), 'Where is ')
  expect((await read(phone, contacts)).map(({ key }) => key)).toEqual(keys.slice(2).reverse())
})

test('a conversation without a message is shown if its order names the partner, and that of another partner is not', async () => {
  const partner = { name: 'Imran', phone: '+919829011420', conversation: KEY }
  await put(phone, anOrder(aUlid(1), { status: 'out_for_delivery', partner }))
  const { head } = await read(phone, conversationMessages(KEY))
  expect(head).toMatchObject({ name: 'Imran', role: 'PARTNER', state: 'open', phone: '+919829011420' })
  const other = await read(phone, conversationMessages(orderConversation(aUlid(1), 'p2')))
  expect(other.head).toBeUndefined()
})

test('messages that have not changed stay the same objects, so that rows are not drawn again', async () => {
  await put(phone, fact(), message(1), message(2))
  const query = conversationMessages(KEY)
  const before = await read(phone, query)
  expect(await read(phone, query)).toBe(before)
  await put(phone, message(3))
  const after = await read(phone, query)
  expect(after.messages[0]).toBe(before.messages[0])
  expect(after.messages).toHaveLength(3)
})

test('all of 300 messages are there in their order, the newest page first', async () => {
  await put(phone, fact(KEY, { lastSeq: 300 }), ...Array.from({ length: 300 }, (_, n) => message(n + 1)))
  const query = conversationMessages(KEY)
  const first = await query.read(phone.databases.stores(), () => undefined)
  expect([first.isWhole, first.messages.length, first.messages.at(-1)?.seq]).toEqual([false, 50, 300])
  const whole = await read(phone, query)
  expect([whole.isWhole, whole.messages.map(({ seq }) => seq)]).toEqual([true, whole.messages.map((_, n) => n + 1)])
  expect(whole.messages).toHaveLength(300)
})

test('a draft is kept over a reload and is gone after signing out', async () => {
  messageDrafts.save(KEY, 'Left it with the gu')
  opened.splice(opened.indexOf(phone), 1)
  const next = await phone.reload()
  opened.push(next)
  use(next)
  expect(messageDrafts.get(KEY)).toBe('Left it with the gu')
  expect(await next.session.signOut({ force: true })).toBe('done')
  expect(messageDrafts.all()).toEqual({})
})

test('a device fetches older messages from the service, and gets a network error when it is offline', async () => {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (address) => {
    asked.push(String(address))
    return Response.json({ messages: [{ seq: 1, mine: true, text: 'Hello', at: AT }], isFirst: true })
  }
  use(open({ fetch, origin: 'https://mogra.example' }))
  expect(await olderMessages(KEY, 2)).toMatchObject({ ok: true, value: { isFirst: true } })
  expect(asked).toEqual([`https://mogra.example/api/conversations/${KEY}/messages?before=2`])
  use(phone)
  expect(await olderMessages(KEY, 2)).toMatchObject({ ok: false, error: 'network' })
})

test('the leading page tells the service each mark once, until the fact follows', async () => {
  const told: unknown[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    told.push(JSON.parse(String(init?.body)))
    return new Response(undefined, { status: 204 })
  }
  const device = open({ fetch })
  use(device)
  await put(device, fact(KEY, { lastSeq: 3, unread: [1, 2, 3] }))
  const report = new SeenReport(device)
  report.look()
  await conversations.markSeen(KEY, 2)
  report.look()
  report.look()
  await eventually(() => expect(told).toEqual([{ [KEY]: 2 }]))
  await conversations.markSeen(KEY, 3)
  report.look()
  await eventually(() => expect(told).toEqual([{ [KEY]: 2 }, { [KEY]: 3 }]))
  report.stop()
})

test('a refused message that is put away in the list of what needs attention leaves its conversation', async () => {
  const { intentId } = await conversations.send(KEY, 'Hello?')
  await put(phone, aReceipt(intentId.slice('intent:'.length), { outcome: 'refused', reason: 'conversation_closed' }))
  await attention.putAway(intentId)
  expect(await shown()).toEqual([])
})
