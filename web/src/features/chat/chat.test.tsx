// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type ConversationFact,
  conversationId,
  type DeliveryFact,
  intentId,
  type MessageFact,
  messageId,
  orderConversation,
  supportConversation,
} from '#model'
import { unreadTotal } from '../../data/conversations/contacts.ts'
import { messageDrafts } from '../../data/conversations/message-drafts.ts'
import { startLanguage } from '../../i18n/start.ts'
import '../../i18n/screens-english.ts'
import { aReceipt, aUlid } from '../../testing/documents.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { testDevice } from '../../testing/test-device.ts'
import { read } from '../../testing/two-devices.ts'
import { ChatWidget } from './chat-entry.tsx'
import { ChatScreen } from './chat-screen.tsx'
import { ConversationScreen } from './conversation-screen.tsx'

beforeAll(startLanguage)
beforeEach(() => showAs('phone'))

function showAs(device: 'phone' | 'desktop') {
  const matches = (query: string) => query.includes('>=') && device === 'desktop'
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: matches(query), addEventListener() {}, removeEventListener() {} },
  }))
}

/** 26 November, 1:40 PM in India. */
const NOW = new Date('2026-11-26T08:10:00.000Z')
const AT = '2026-11-26T07:32:00.000Z'
const KEY = orderConversation(aUlid(1), 'p1')
const customer = { id: 'c1', email: 'kavya@device.example', name: 'Kavya Menon', role: 'CUSTOMER' as const }
const partner = { id: 'p1', email: 'imran@mogra.example', name: 'Imran Khan', role: 'PARTNER' as const }
const SUPPORT = supportConversation(customer.id)

const fact = (changes: Partial<ConversationFact> = {}, key = KEY): ConversationFact => ({
  ...{ _id: conversationId(key), type: 'conversation', version: 1, with: { name: 'Imran Khan', role: 'PARTNER' } },
  ...{ state: 'open', lastSeq: 0, mineSeen: 0, theirsSeen: 0, unread: [], number: 'FLR1763719200000ABC', ...changes },
})
const message = (seq: number, changes: Partial<MessageFact> = {}): MessageFact => ({
  ...{ _id: messageId(KEY, seq), type: 'message', version: 1, mine: false, text: `message ${seq}`, at: AT, ...changes },
})
const delivery: DeliveryFact = {
  ...{ _id: `delivery:${aUlid(1)}`, type: 'delivery', version: 2, order: `order:${aUlid(1)}`, state: 'on_the_way' },
  ...{ number: 'FLR1763719200000ABC', awardedAt: AT, changedAt: AT, steps: [], dropPincode: '302015' },
  ...{ pickup: { florist: { en: 'Gulab Bagh', hi: 'गुलाब बाग़' }, area: 'Bapu Bazaar', pincode: '302003' } },
  ...{ earningRupees: 50, deliveryOn: '2026-11-26', deliveryWindow: 'any' },
  drop: { name: 'Sunita Deshpande', phone: '+919829011420', address: '14, Bapu Nagar' },
}

async function show(path: string, data: LocalData = {}) {
  const shown = await renderWithLocalData(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/chat" element={<ChatScreen />} />
        <Route path="/chat/:key" element={<ConversationScreen />} />
        <Route path="*" element={<p>another screen</p>} />
      </Routes>
      <ChatWidget />
    </MemoryRouter>,
    { account: customer, device: testDevice({ now: () => NOW }), ...data },
  )
  const { db } = shown.device.databases.mailbox()
  const put = (...docs: object[]) => act(async () => void (await db.bulkDocs(docs)))
  const asked = async () =>
    (await shown.device.databases.mailbox().openIntents('send-message')).map(({ intent }) => intent.payload.text)
  return { ...shown, put, asked }
}

const field = (name = 'Write to Imran Khan') => screen.findByRole('textbox', { name })
const typeIn = (element: HTMLElement, text: string) => fireEvent.change(element, { target: { value: text } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))
const log = () => screen.findByRole('log')

test('a message is shown as saved on this phone, then confirmed, then seen, and each state once', async () => {
  const { device, put } = await show(`/chat/${KEY}`, { documents: [fact()] })
  typeIn(await field(), 'Second, flat 204.')
  send()
  await screen.findByText('Saved on this phone, 1:40 pm')
  expect(within(await log()).getByText('Second, flat 204.')).toBeTruthy()
  expect((await field()).textContent).toBe('')
  const [asked] = await device.databases.mailbox().openIntents('send-message')
  const ulid = asked?.intent._id.slice('intent:'.length) ?? ''
  await put(aReceipt(ulid, { decidedAt: AT }), message(1, { mine: true, text: 'Second, flat 204.', intent: ulid }))
  await screen.findByText('Confirmed 1:02 pm')
  expect(screen.queryByText(/^Saved on this phone/)).toBeNull()
  const db = device.databases.mailbox().db
  const stored = await db.get(conversationId(KEY))
  await put({ ...stored, ...fact({ version: 2, lastSeq: 1, theirsSeen: 1, theirsSeenAt: AT }), _rev: stored._rev })
  await screen.findByText('Seen 1:02 pm')
  expect(screen.queryByText(/^Confirmed/)).toBeNull()
})

const FAMILY = 'Hello 👨‍👩‍👧‍👦 a\u200Bb'

test.each(['<script>alert(1)</script> <img src=x onerror=alert(1)>', FAMILY, 'मैं गेट पर हूँ'])(
  'what the other one wrote is shown as it was written, and nothing becomes markup: %s',
  async (text) => {
    await show(`/chat/${KEY}`, { documents: [fact({ lastSeq: 1 }), message(1, { text })] })
    const shown = within(await log())
    await waitFor(() => expect(shown.getByText((_, element) => element?.getAttribute('dir') === 'auto')).toBeTruthy())
    const bubble = shown.getByText((_, element) => element?.getAttribute('dir') === 'auto')
    expect(bubble.textContent).toBe(text)
    expect(bubble.querySelector('script, img')).toBeNull()
  },
)

test('a zero-width mark and an emoji family are sent as they were typed', async () => {
  const { asked } = await show(`/chat/${KEY}`, { documents: [fact()] })
  typeIn(await field(), FAMILY)
  send()
  await waitFor(async () => expect(await asked()).toEqual([FAMILY]))
})

test.each([
  ['a mark that turns the text around', 'pay \u202Emoc.live', /characters that cannot be sent/],
  ['ten thousand characters', 'x'.repeat(10_000), /too long.*2,000/],
])('%s is refused with a reason beside the field, and stays in it', async (_, text, reason) => {
  const { asked } = await show(`/chat/${KEY}`, { documents: [fact()] })
  const area = (await field()) as HTMLTextAreaElement
  typeIn(area, text)
  send()
  await screen.findByText(reason)
  expect(area.value).toBe(text)
  expect(area.getAttribute('aria-invalid')).toBe('true')
  expect(await asked()).toEqual([])
  typeIn(area, 'Come down, please')
  await waitFor(() => expect(screen.queryByText(reason)).toBeNull())
})

test('an empty field sends nothing and says nothing', async () => {
  const { asked } = await show(`/chat/${KEY}`, { documents: [fact()] })
  const area = await field()
  typeIn(area, ' \n \u200B')
  send()
  expect(area.getAttribute('aria-invalid')).toBeNull()
  expect(await asked()).toEqual([])
})

test('Enter sends on a keyboard, and Shift+Enter breaks the line', async () => {
  const { asked } = await show(`/chat/${KEY}`, { documents: [fact()] })
  const area = await field()
  typeIn(area, 'On my way')
  fireEvent.keyDown(area, { key: 'Enter', shiftKey: true })
  expect(await asked()).toEqual([])
  fireEvent.keyDown(area, { key: 'Enter' })
  await waitFor(async () => expect(await asked()).toEqual(['On my way']))
})

test('a text that is typed and not sent is kept as the draft of its conversation', async () => {
  await show(`/chat/${KEY}`, { documents: [fact()] })
  typeIn(await field(), 'Can you come before')
  expect(messageDrafts.get(KEY)).toBe('Can you come before')
})

test('a refused message says from when one more may be sent, and can be deleted', async () => {
  const ulid = aUlid(7)
  const asked = { type: 'intent', device: 'elsewhere', n: 1, madeAt: AT, kind: 'send-message' }
  const freeAt = '2026-11-26T08:15:00.000Z'
  await show(`/chat/${KEY}`, {
    documents: [
      fact(),
      { _id: intentId(ulid), ...asked, payload: { conversation: KEY, text: 'Hello? Hello?' } },
      aReceipt(ulid, { outcome: 'refused', reason: 'too_many_messages', result: { freeAt } }),
    ],
  })
  await screen.findByText('Not sent: too many messages at once. You can send it from 1:45 pm')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Hello? Hello?')).toBeNull())
})

test.each([
  ['open', true],
  ['closed', false],
] as const)(
  'a message that a closed conversation refused can be tried again if it is open now: %s',
  async (state, can) => {
    const ulid = aUlid(8)
    const asked = { type: 'intent', device: 'elsewhere', n: 1, madeAt: AT, kind: 'send-message' }
    await show(`/chat/${KEY}`, {
      documents: [
        fact({ state }),
        { _id: intentId(ulid), ...asked, payload: { conversation: KEY, text: 'Are you there?' } },
        aReceipt(ulid, { outcome: 'refused', reason: 'conversation_closed' }),
      ],
    })
    await screen.findByRole('button', { name: 'Delete' })
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(can ? 1 : 0)
  },
)

test('an erased message says so', async () => {
  const { text: _, ...erased } = message(1, { version: 2 })
  await show(`/chat/${KEY}`, { documents: [fact({ lastSeq: 1 }), erased] })
  await screen.findByText('This message was deleted')
})

test('a conversation whose messages are no longer kept says so, and one with Mogra can be gone on with', async () => {
  const { text: _, ...erased } = message(1, { version: 2 })
  const documents = [fact({ state: 'emptied', lastSeq: 1 }), erased]
  const { unmount } = await show(`/chat/${KEY}`, { documents })
  await screen.findByText('The messages of this conversation are no longer kept.')
  expect(screen.queryByRole('textbox')).toBeNull()
  unmount()
  const withMogra = fact({ state: 'emptied', lastSeq: 1, with: { name: '', role: 'MOGRA' } }, SUPPORT)
  await show(`/chat/${SUPPORT}`, { documents: [withMogra] })
  await field('Write to Mogra support')
})

test('opening a conversation marks its messages as read', async () => {
  const { device } = await show(`/chat/${KEY}`, {
    documents: [fact({ lastSeq: 2, unread: [1, 2] }), message(1), message(2)],
  })
  await log()
  await waitFor(async () => expect(await read(device, unreadTotal)).toBe(0))
})

test('a person who has scrolled up keeps the place, is told of what comes, and has not read it', async () => {
  const { device, put } = await show(`/chat/${KEY}`, { documents: [fact({ lastSeq: 1, unread: [1] }), message(1)] })
  const list = await log()
  await waitFor(async () => expect(await read(device, unreadTotal)).toBe(0))
  Object.defineProperties(list, {
    ...{ scrollHeight: { value: 2000, configurable: true }, clientHeight: { value: 500, configurable: true } },
  })
  list.scrollTop = 600
  fireEvent.scroll(list)
  const { db } = device.databases.mailbox()
  const stored = await db.get(conversationId(KEY))
  await put({ ...fact({ version: 2, lastSeq: 2, unread: [1, 2] }), _rev: stored._rev }, message(2))
  const button = await screen.findByRole('button', { name: '1 new message' })
  expect(await read(device, unreadTotal)).toBe(1)
  fireEvent.click(button)
  await waitFor(async () => expect(await read(device, unreadTotal)).toBe(0))
})

test('a quick reply of a partner fills the field and sends nothing', async () => {
  const documents = [fact({ with: { name: 'Sunita Deshpande', role: 'CUSTOMER' } }), delivery]
  const { asked } = await show(`/chat/${KEY}`, { account: partner, documents })
  const area = (await field('Write to Sunita Deshpande')) as HTMLTextAreaElement
  // A second tap on the same reply adds nothing.
  for (let taps = 0; taps < 2; taps += 1) fireEvent.click(screen.getByRole('button', { name: 'I am at the gate' }))
  expect(area.value).toBe('I am at the gate')
  expect(document.activeElement).toBe(area)
  expect(await asked()).toEqual([])
  expect(screen.getByRole('link', { name: /Out for delivery.*14, Bapu Nagar/ }).getAttribute('href')).toBe(
    '#/driver/dashboard',
  )
  expect(screen.getByRole('link', { name: 'Call Sunita Deshpande' }).getAttribute('href')).toBe('tel:+919829011420')
})

test('customers have no quick replies', async () => {
  await show(`/chat/${KEY}`, { documents: [fact()] })
  await field()
  expect(screen.queryByRole('button', { name: 'I am at the gate' })).toBeNull()
})

test('a closed conversation has no field, says why, and leads to Mogra', async () => {
  await show(`/chat/${KEY}`, { documents: [fact({ state: 'closed', lastSeq: 1 }), message(1)] })
  await screen.findByText(/ends a day after the delivery/)
  expect(screen.queryByRole('textbox')).toBeNull()
  screen.getByRole('button', { name: 'Write to Mogra' })
})

test('an empty conversation with Mogra says the hours and how soon an answer comes', async () => {
  await show(`/chat/${SUPPORT}`)
  await screen.findByText(/9 AM to 10 PM, within 24 hours/)
  expect(await field('Write to Mogra support')).toBeTruthy()
})

test("the address of somebody else's conversation with Mogra leads to none", async () => {
  const account = { _id: 'account', type: 'account', version: 1, ...customer, createdAt: AT }
  await show('/chat/support-somebody', { documents: [account] })
  await screen.findByText('There is no such conversation here')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the list shows who and when, what was said last, and what is unread; Mogra and WhatsApp come last', async () => {
  const last = { mine: false, text: 'I am at the gate', at: AT }
  await show('/chat', { documents: [fact({ lastSeq: 2, unread: [1, 2], last })] })
  const rows = await within(await screen.findByRole('list', { name: 'Conversations' })).findAllByRole('link')
  expect(rows).toHaveLength(2)
  expect(rows[0]?.textContent).toMatch(/Imran Khan, 2 unread messages.*1:02 pm.*I am at the gate.*Partner/)
  expect(rows[1]?.textContent).toContain('Mogra support')
  const whatsApp = await screen.findByRole('link', { name: 'Ask Mogra on WhatsApp' })
  expect(decodeURIComponent(whatsApp.getAttribute('href') ?? '')).toContain('I am Kavya Menon')
})

test('a person who is not signed in is led to the login and back', async () => {
  await renderWithLocalData(
    <MemoryRouter>
      <ChatScreen />
    </MemoryRouter>,
  )
  const login = await screen.findByRole('link', { name: 'Log in' })
  expect(login.getAttribute('href')).toBe('#/login?next=%2Fchat')
})

test('on a wide screen the button counts what is unread, opens the panel, and Escape closes it', async () => {
  showAs('desktop')
  await show('/browse', { documents: [fact({ lastSeq: 2, unread: [1, 2] }), message(1), message(2)] })
  const button = await screen.findByRole('button', { name: 'Chats, 2 unread messages' })
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('link', { name: /Imran Khan, 2 unread/ }))
  await log()
  await screen.findByRole('button', { name: 'Chats' })
  fireEvent.keyDown(await field(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Chats' }))
  // The panel opens with the conversation that was open.
  fireEvent.click(screen.getByRole('button', { name: 'Chats' }))
  await log()
  fireEvent.click(screen.getByRole('button', { name: 'Minimise' }))
  expect(await screen.findByRole('button', { name: 'Show again' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
})

test.each(['/checkout', '/cart', `/chat/${KEY}`, '/driver/dashboard'])(
  'nothing floats over the buttons of %s',
  async (path) => {
    showAs('desktop')
    await show(path, { documents: [fact()] })
    await waitFor(() => expect(document.body.textContent).not.toBe(''))
    expect(screen.queryByRole('button', { name: 'Chats' })).toBeNull()
  },
)
