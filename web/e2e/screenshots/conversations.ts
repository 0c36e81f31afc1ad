import { encodeTime } from 'ulid'
import {
  type ConversationFact,
  conversationId,
  intentId,
  type MessageFact,
  messageId,
  orderConversation,
  receiptId,
  type SupportRow,
  supportConversation,
  supportRowId,
} from '#model'
import { paths } from '../../src/paths.ts'
import { field, send, texts } from '../conversations/conversation-steps.ts'
import { see, type Visit } from './visit.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type Said = readonly [mine: boolean, text: string, minutesAgo: number]

/** Makes the documents of a conversation from what was said, the oldest first. */
function conversation(
  key: string,
  now: Date,
  said: readonly Said[],
  more: Partial<ConversationFact> & Pick<ConversationFact, 'with'>,
): { _id: string }[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS).toISOString()
  const messages = said.map(
    ([mine, text, minutes], n): MessageFact => ({
      ...{ _id: messageId(key, n + 1), type: 'message', version: 1, mine, text, at: ago(minutes) },
      ...(mine && { intent: `${encodeTime(now.getTime() - minutes * MINUTE_MS, 10)}${'0'.repeat(15)}${n + 1}` }),
    }),
  )
  const [mine, text, minutes] = said.at(-1) ?? [false, '', 0]
  const fact: ConversationFact = {
    ...{ _id: conversationId(key), type: 'conversation', version: said.length, state: 'open' },
    ...{
      lastSeq: said.length,
      last: { mine, text, at: ago(minutes) },
      mineSeen: said.length,
      theirsSeen: 0,
      unread: [],
    },
    ...more,
  }
  return [fact, ...messages]
}

/** Makes the documents of a message that was refused because there were too many. */
function refused(key: string, now: Date): { _id: string }[] {
  const ulid = `${encodeTime(now.getTime() - MINUTE_MS, 10)}${'0'.repeat(16)}`
  const at = new Date(now.getTime() - MINUTE_MS).toISOString()
  const payload = { conversation: key, text: 'Hello? Hello? Hello?' }
  return [
    { ...{ _id: intentId(ulid), type: 'intent', kind: 'send-message', device: 'other', n: 1, madeAt: at, payload } },
    {
      ...{ _id: receiptId(ulid), type: 'receipt', outcome: 'refused', reason: 'too_many_messages' },
      result: { freeAt: new Date(now.getTime() + 5 * MINUTE_MS).toISOString() },
      ...{ receivedAt: at, decidedAt: at },
    },
  ] as { _id: string }[]
}

/** Visits the conversations of the customer who is signed in: with messages in every state, closed, and with Mogra. */
export async function chatting(visit: Visit) {
  const { page, context, service, look, language, email, nameOf } = visit
  const text = texts[language]
  const account = await service.services.accounts.findByEmail(email)
  if (!account) throw new Error(email)
  await see(visit, paths.conversation(supportConversation(account.id)), 'chat-mogra-empty')
  await see(visit, paths.conversation('support-of-nobody'), 'chat-unknown')

  const now = service.services.now()
  const ulid = (n: number) => `${encodeTime(now.getTime() - n * DAY_MS, 10)}${'0'.repeat(15)}${n}`
  const withPartner = orderConversation(ulid(1), 'imran')
  const closed = orderConversation(ulid(2), 'ravi')
  const withMogra = supportConversation(account.id)
  const number = (n: number) => `FLR${now.getTime() - n * DAY_MS}ABC`
  await service.fillMailbox(account.mailbox.name, [
    ...conversation(
      withPartner,
      now,
      [
        [false, 'मैं आपके गुलाब ले आया हूँ।', 1500],
        [true, 'Please ring twice, my mother hears badly.\nThe gate is behind https://mogra.example/gate', 1490],
        [false, 'Is the lift working? 098290 11420', 62],
        [true, 'It is, and the guard knows.', 60],
      ],
      {
        with: { name: nameOf('Imran Khan'), role: 'PARTNER' },
        ...{ number: number(1), theirsSeen: 2, theirsSeenAt: new Date(now.getTime() - DAY_MS).toISOString() },
      },
    ),
    ...refused(withPartner, now),
    ...conversation(closed, now, [[true, 'Thank you!', 4000]], {
      with: { name: '', role: 'PARTNER' },
      ...{ number: number(2), state: 'closed' },
    }),
    ...conversation(withMogra, now, [[false, 'Your refund is on its way.', 30]], {
      with: { name: '', role: 'MOGRA' },
      ...{ mineSeen: 0, unread: [1] },
    }),
  ])
  await page.goto('about:blank')
  await page.goto(`/#${paths.chat}`)
  await page.getByText(nameOf('Imran Khan')).first().waitFor()
  await look('chat-list')
  await page.goto(`/#${paths.conversation(withPartner)}`)
  await field(page, text).waitFor()
  await context.setOffline(true)
  await send(page, 'I am at the back door. Which floor?', text)
  await page.getByText('I am at the back door. Which floor?', { exact: true }).first().waitFor()
  await field(page, text).fill('Left it with the gu')
  await look('chat-conversation')
  await context.setOffline(false)
  await field(page, text).fill('')
  await see(visit, paths.conversation(closed), 'chat-closed')
  await see(visit, paths.conversation(withMogra), 'chat-mogra')
}

/** Makes the row of a conversation with Mogra that waits for an answer, for the admins' desk. */
export const waitingQuestion = (account: string, name: string, now: Date): SupportRow => ({
  ...{ _id: supportRowId(account), type: 'support', version: 3, name, role: 'CUSTOMER', lastSeq: 3 },
  at: new Date(now.getTime() - 30 * MINUTE_MS).toISOString(),
  messages: [
    [false, 'Where are my tulips?', 40],
    [true, 'They left the florist at noon.', 35],
    [false, 'फूल अभी तक नहीं आए। Nobody answers the bell.', 30],
  ].map(([mogra, text, minutes], n) => ({
    ...{ seq: n + 1, mogra: mogra as boolean, text: text as string },
    at: new Date(now.getTime() - (minutes as number) * MINUTE_MS).toISOString(),
  })),
})
