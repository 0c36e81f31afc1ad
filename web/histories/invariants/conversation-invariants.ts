import {
  type ConversationFact,
  conversationId,
  type MessageFact,
  messageId,
  messageIds,
  type PayloadOf,
  ulidOf,
} from '#model'
import type { Decisions, KeptConversation } from '../../../sync-server/testing/scenario-calls.ts'
import { conversationMessages } from '../../src/data/conversations/messages.ts'
import { read } from '../../src/testing/two-devices.ts'
import type { AskedIntent } from '../expected-state.ts'
import type { Scenario } from '../scenario.ts'
import type { Person } from '../world/browser.ts'
import type { AccountView } from './account-view.ts'
import { deletedPeople } from './deletion-invariants.ts'

interface Said {
  ulid: string
  text: string
  key: string
  asked: AskedIntent
  /** Undefined if it was never decided. */
  outcome: 'done' | 'refused' | undefined
}

/**
 * Returns what is broken of these invariants: messages are numbered without gaps, each text exists once, both sides and
 * all their screens have the same, no mark has fallen, and nothing is left of what a deleted person wrote.
 */
export async function brokenConversations(
  history: Scenario,
  parties: readonly AccountView[],
  decisions: Decisions,
): Promise<string[]> {
  const said = saidIn(history, decisions)
  if (said.length === 0) return []
  const deleted = await deletedPeople(history)
  const keys = [...new Set(said.map(({ key }) => key))]
  const kept = await history.world.service.conversations(keys)
  const problems = keys.map(async (key, n) => {
    const own = said.filter((one) => one.key === key)
    const conversation = kept[n]
    // The second pass of a deletion removes the conversations whose keys name the account.
    if (!conversation) return isNamedBy(key, deleted) ? [] : lostMessages(own, deleted)
    const sides = parties.filter(({ dump }) => sideOf(conversation, dump.account) !== undefined)
    return [
      ...brokenNumbers(key, conversation),
      ...brokenTexts(own, conversation, deleted),
      ...sides.flatMap((party) => brokenCopy(key, conversation, party)),
      ...brokenMarks(history, key, conversation),
      ...(await Promise.all(sides.map((party) => brokenScreens(key, conversation, party)))).flat(),
    ]
  })
  return [...(await Promise.all(problems)).flat(), ...remainsOfWriters(said, parties, deleted)]
}

const saidIn = ({ expected }: Scenario, decisions: Decisions): Said[] =>
  [...expected.asked].flatMap(([id, asked]) => {
    if (asked.kind !== 'send-message') return []
    const { conversation: key, text } = asked.payload as PayloadOf<'send-message'>
    return [{ ulid: ulidOf(id), key, text, asked, outcome: decisions[id]?.outcome }]
  })

const isNamedBy = (key: string, people: ReadonlySet<Person>) =>
  [...people].some(({ account }) => key.endsWith(`-${account}`))

const isBy = ({ asked }: Said, people: ReadonlySet<Person>) =>
  [...people].some(({ account }) => asked.holder.account === account)

const lostMessages = (said: readonly Said[], deleted: ReadonlySet<Person>) =>
  said
    .filter((one) => one.outcome === 'done' && !isBy(one, deleted))
    .map(({ key, ulid }) => `${ulid} is done, and ${key} is gone`)

const sideOf = ({ record }: KeptConversation, account: string) =>
  record.owner === account ? 'owner' : record.counterpart === account ? 'counterpart' : undefined

/** The numbers are 1, 2, 3 …, up to the last one. */
function brokenNumbers(key: string, { record, messages }: KeptConversation): string[] {
  const wanted = Array.from({ length: record.lastSeq }, (_, n) => messageId(key, n + 1))
  const found = messages.map(({ _id }) => _id)
  return found.join() === wanted.join() ? [] : [`${key} ends with ${record.lastSeq}, and has ${found.join(', ')}`]
}

/** A message that was accepted exists once, with its text, and a refused one does not. */
function brokenTexts(said: readonly Said[], { messages }: KeptConversation, deleted: ReadonlySet<Person>): string[] {
  return said.flatMap((one) => {
    const { key, ulid, text, outcome } = one
    const found = messages.filter(({ intent }) => intent === ulid)
    const wanted = outcome === 'done' ? 1 : 0
    if (found.length !== wanted) return [`${ulid} is ${outcome}, and ${found.length} times in ${key}`]
    const kept = isBy(one, deleted) ? undefined : text
    return found.every((message) => message.text === kept) ? [] : [`${ulid} says ${found[0]?.text} in ${key}`]
  })
}

/** Each side's mailbox has what the service has. */
function brokenCopy(key: string, conversation: KeptConversation, { name, dump }: AccountView): string[] {
  const { record, messages, seen } = conversation
  const side = sideOf(conversation, dump.account) ?? 'owner'
  const other = side === 'owner' ? 'counterpart' : 'owner'
  const docs = new Map(dump.documents.map((doc) => [doc._id, doc as unknown]))
  const fact = docs.get(conversationId(key)) as ConversationFact | undefined
  const facts = [...docs].filter(([id]) => id.startsWith(messageIds(key))).map(([, doc]) => doc as MessageFact)
  const has = facts.map(({ _id, mine, text = '' }) => `${_id} ${mine} ${text}`).sort()
  const should = messages.map(({ _id, from, text = '' }) => `${_id} ${from === side} ${text}`)
  const problems: string[] = []
  if (has.join() !== should.join()) problems.push(`${name} has ${has.join()} of ${key} instead of ${should.join()}`)
  if (!fact) return [...problems, `${name} has no copy of ${key}`]
  if (fact.lastSeq !== record.lastSeq) problems.push(`${name} has ${key} up to ${fact.lastSeq}`)
  if (fact.state !== record.state) problems.push(`${name} has ${key} as ${fact.state}, and it is ${record.state}`)
  if (fact.mineSeen !== seen[side] || fact.theirsSeen !== seen[other])
    problems.push(`${name} has other marks of ${key}: ${fact.mineSeen} and ${fact.theirsSeen}`)
  return problems
}

/** A mark that an account was shown has not fallen since, and no mark is beyond the last message. */
function brokenMarks({ expected }: Scenario, key: string, conversation: KeptConversation): string[] {
  const { record, seen } = conversation
  const problems = [...expected.read].flatMap(([who, seq]) => {
    const [account = '', of] = who.split(' ')
    const side = of === key ? sideOf(conversation, account) : undefined
    return side && seen[side] < seq ? [`the mark of ${account} in ${key} fell from ${seq} to ${seen[side]}`] : []
  })
  if (Math.max(seen.owner, seen.counterpart) > record.lastSeq) problems.push(`${key} is read beyond its end`)
  return problems
}

/** Every browser shows all confirmed messages in their order, once each. */
async function brokenScreens(key: string, { messages }: KeptConversation, { name, browsers }: AccountView) {
  const wanted = messages.map(({ text = '' }) => text).join()
  const shown = await Promise.all(browsers.map(({ page }) => read(page, conversationMessages(key))))
  return shown.flatMap((view) => {
    const confirmed = view.messages.filter(({ stage }) => stage === 'confirmed').map(({ text = '' }) => text)
    return confirmed.join() === wanted ? [] : [`${name} sees ${confirmed.join()} in ${key} instead of ${wanted}`]
  })
}

/** Nothing that a deleted person wrote is in anybody's mailbox. */
function remainsOfWriters(
  said: readonly Said[],
  parties: readonly AccountView[],
  deleted: ReadonlySet<Person>,
): string[] {
  const texts = said.filter((one) => isBy(one, deleted)).map(({ text }) => text)
  if (texts.length === 0) return []
  return parties.flatMap(({ name, dump }) => {
    const left = JSON.stringify(dump.documents)
    return texts.filter((text) => left.includes(text)).map((text) => `${name} still has "${text}" of somebody deleted`)
  })
}
