import {
  type ConversationFact,
  conversationId,
  orderConversation,
  type PayloadOf,
  seenMark,
  sendMessage,
  supportConversation,
  ulidOf,
} from '#model'
import { callApi } from '../src/data/api/call-api.ts'
import { getOne } from '../src/data/pouch/reads.ts'
import type { Command } from './commands.ts'
import { ask } from './customer-actions.ts'
import type { ExpectedState } from './expected-state.ts'
import type { Browser } from './world/browser.ts'

type Of<K extends Command['do']> = Extract<Command, { do: K }>

/** Writes or reads messages; a browser that nobody has signed in to has no conversations. */
export async function runMessageAction(
  browser: Browser,
  command: Of<'say' | 'read'>,
  expected: ExpectedState,
): Promise<void> {
  const { account, name } = browser.holder
  if (account === undefined) return
  const keys = conversationsOf(expected, account)
  const key = keys[command.nth % keys.length]
  if (key === undefined) return
  if (command.do === 'read') return readUpTo(browser, { account, key, but: command.but }, expected)
  // No two messages have the same text, so that each can be counted.
  const text = `Message ${expected.asked.size}, says ${name}`
  await ask(browser, sendMessage, { conversation: key, text }, expected)
}

/** The conversation with Mogra, and those about deliveries that this account has asked for, or of its orders. */
function conversationsOf({ asked }: ExpectedState, account: string): string[] {
  const keys = [...asked.values()].flatMap(({ kind, payload, holder }) => {
    if (kind !== 'accept-delivery' || holder.account === undefined) return []
    const { order } = payload as PayloadOf<'accept-delivery'>
    const isOwner = [...asked].some(
      ([id, one]) => one.kind === 'place-order' && ulidOf(id) === order && one.holder.owner === account,
    )
    return isOwner || holder.account === account ? [orderConversation(order, holder.account)] : []
  })
  return [supportConversation(account), ...new Set(keys)]
}

interface Reading {
  account: string
  key: string
  /** How many of the last messages were not on the screen. */
  but: number
}

/** Marks on this device, and tells the service, whose mark must never fall. */
async function readUpTo({ page, isConnected }: Browser, { account, key, but }: Reading, { read }: ExpectedState) {
  const mailbox = page.databases.mailbox()
  const fact = await getOne<ConversationFact>(mailbox.db, conversationId(key))
  if (!fact || fact.lastSeq === 0) return
  const seq = Math.max(1, fact.lastSeq - but)
  if (but === 0) {
    const _id = seenMark.id(key, mailbox.device)
    const mark = { type: 'seen', device: mailbox.device, conversation: key, seq } as const
    await mailbox.putOwn(_id, async () => ({ _id, ...mark, updatedAt: new Date().toISOString() }))
  }
  if (!isConnected) return
  const answer = await callApi(page.environment, 'POST', '/api/conversations/seen', { [key]: seq })
  const name = `${account} ${key}`
  if (answer.kind === 'ok') read.set(name, Math.max(seq, read.get(name) ?? 0))
}
