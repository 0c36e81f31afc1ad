import { MESSAGES_KEPT, messageId } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Entry, News, OpenRow, TellStep } from '../core/core-document.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { closedSupportRow, conversationFact, messageFact, supportRow } from './conversation-copies.ts'
import {
  authorOf,
  type ConversationRecord,
  HAPPENED,
  hasMessage,
  keyOf,
  type MessageRecord,
  NOBODY,
  otherSide,
  type Side,
  seqOfVersion,
} from './conversation-record.ts'
import type { Subject } from './conversations.ts'
import type { Messages } from './messages.ts'

/** Tells both sides and the admins what was decided in a conversation. There is no notice and no mail. */
export interface ConversationTelling {
  tell(conversation: ConversationRecord, news: News): TellStep[]
  /** Writes both sides' copies of the conversation, with how far each has read by now. */
  deliver(conversation: ConversationRecord): Promise<void>
  /** Returns the row in the admins' feed, with the last messages; none unless the conversation waits for an answer. */
  completeRows(conversation: ConversationRecord): Promise<readonly OpenRow[]>
}

/** A message between the owner and Mogra; `id` is its intent's ULID, `by` the admin who wrote it as Mogra. */
type Written = { id: string; at: string; by?: string }

export interface ConversationTellingNeeds {
  accounts: Pick<Accounts, 'get' | 'ownerOf'>
  mailboxes: Pick<Mailboxes, 'put' | 'remove'>
  feeds: Pick<Feeds, 'adminRows'>
  /** Changes an account's tickets after it has written to Mogra, and after Mogra has written to it; safe to repeat. */
  tickets: {
    reopen(account: string, message: Written): Promise<void>
    answered(account: string, message: Written): Promise<void>
  }
}

interface Needs extends ConversationTellingNeeds {
  messages: Messages
  subjectOf(conversation: ConversationRecord): Promise<Subject | undefined>
  /** Removes the texts from the record whose messages have documents, before the telling has ended. */
  forgetTexts(conversation: ConversationRecord): Promise<void>
}

/** How many messages the row of a waiting conversation shows. */
const IN_ROW = 3

/** After entries of these kinds the row in the admins' feed is written again. */
const MOVES_ROW: readonly string[] = [
  ...[HAPPENED.written, HAPPENED.answered, HAPPENED.taken, HAPPENED.settled, HAPPENED.emptied, HAPPENED.erased],
]
/** Entries of these kinds concern only the admins. */
const FOR_ADMINS: readonly string[] = [HAPPENED.taken, HAPPENED.settled]

export function openConversationTelling(needs: Needs): ConversationTelling {
  const { accounts, mailboxes, feeds, tickets, messages, subjectOf, forgetTexts } = needs

  /** Returns undefined if the account is deleted: then nothing is written for it, and that is no failure. */
  async function accountOf({ owner, counterpart }: ConversationRecord, side: Side): Promise<AccountRecord | undefined> {
    const id = side === 'owner' ? owner : counterpart
    const account = id === undefined || id === NOBODY ? undefined : await accounts.get(await accounts.ownerOf(id))
    return account?.status === 'active' ? account : undefined
  }

  /** Writes into both mailboxes at once, so that the failure of one does not hold up the other. Mogra has none. */
  async function eachMailbox(
    conversation: ConversationRecord,
    write: (mailbox: string, side: Side) => Promise<void>,
  ): Promise<void> {
    const sides: Side[] = conversation.kind === 'support' ? ['owner'] : ['owner', 'counterpart']
    const writes = sides.map(async (side) => {
      const account = await accountOf(conversation, side)
      // A made-up person of a demo who has never signed in has no mailbox.
      if (account && !account.lacksMailbox) await write(account.mailbox.name, side)
    })
    const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  async function deliverMessages(conversation: ConversationRecord, seqs: readonly number[]) {
    const docs = await messages.read(conversation, seqs)
    await deliverAll(conversation, docs)
  }

  const deliverAll = (conversation: ConversationRecord, docs: readonly MessageRecord[]) =>
    eachMailbox(conversation, async (mailbox, side) => {
      for (const doc of docs) await mailboxes.put(mailbox, messageFact(doc, side))
    })

  async function nameOf(conversation: ConversationRecord, side: Side, subject: Subject | undefined): Promise<string> {
    if (!subject || (conversation.kind === 'order' && conversation.state !== 'open')) return ''
    return (await accountOf(conversation, side)) ? subject.names[side] : ''
  }

  async function deliver(conversation: ConversationRecord) {
    const { lastSeq } = conversation
    const [seen, [last], subject] = await Promise.all([
      messages.seenMarks(keyOf(conversation)),
      messages.read(conversation, [lastSeq]),
      subjectOf(conversation),
    ])
    await eachMailbox(conversation, async (mailbox, side) => {
      const name = await nameOf(conversation, otherSide(side), subject)
      await mailboxes.put(mailbox, conversationFact(conversation, side, { seen, last, name }))
    })
  }

  async function rowOf(conversation: ConversationRecord) {
    const account = supportRow(conversation) && (await accountOf(conversation, 'owner'))
    if (!account) return undefined
    const { lastSeq } = conversation
    const newest = Array.from({ length: IN_ROW }, (_, n) => lastSeq - IN_ROW + 1 + n).filter((seq) => seq > 0)
    return supportRow(conversation, account, await messages.read(conversation, newest))
  }

  async function writeRow(conversation: ConversationRecord) {
    const row = await rowOf(conversation)
    await (row ? feeds.adminRows.put(row) : feeds.adminRows.close(closedSupportRow(conversation)))
  }

  /** Removes messages from the mailboxes that are older than the newest `MESSAGES_KEPT`. */
  async function removeOld(conversation: ConversationRecord, seqs: readonly number[]) {
    const ids = seqs.map((seq) => messageId(keyOf(conversation), seq))
    await eachMailbox(conversation, (mailbox) => mailboxes.remove(mailbox, ids))
  }

  async function eraseTexts(conversation: ConversationRecord) {
    const firstKept = messageId(keyOf(conversation), Math.max(1, conversation.lastSeq - MESSAGES_KEPT + 1))
    const docs = (await messages.erase(conversation)).filter(({ _id }) => _id >= firstKept)
    await deliverAll(conversation, docs)
  }

  async function writeMessages(conversation: ConversationRecord) {
    await messages.write(conversation)
    // While a mailbox cannot be written, the texts of months must not gather in one document.
    if (conversation.tries !== undefined && conversation.pending.length > 0) await forgetTexts(conversation)
  }

  const late = (name: string, write: () => Promise<unknown>): TellStep => ({ name, write, isLate: true })

  /**
   * Each message to or from Mogra changes the owner's tickets. An answer to a ticket does not: it has changed its
   * ticket.
   */
  function ticketSteps(conversation: ConversationRecord, all: readonly Entry[]): TellStep[] {
    return all.flatMap(({ what, version, intent, at }) => {
      const seq = what === HAPPENED.written ? seqOfVersion(conversation, version) : undefined
      const author = seq === undefined ? undefined : authorOf(conversation, seq)
      if (author === undefined || intent === undefined) return []
      const change = author === 'owner' ? tickets.reopen : tickets.answered
      const by = conversation.pending.find((one) => one.seq === seq)?.by
      const message = { id: intent, at, ...(by !== undefined && { by }) }
      return [late('change tickets', () => change(conversation.owner, message))]
    })
  }

  return {
    deliver,

    async completeRows(conversation) {
      const row = await rowOf(conversation)
      return row ? [{ feed: 'admin', row }] : []
    },

    tell(conversation, { all }) {
      const has = (...wanted: string[]) => all.some(({ what }) => wanted.includes(what))
      const seqs = all
        .filter(({ what }) => hasMessage(what))
        .flatMap(({ version }) => seqOfVersion(conversation, version) ?? [])
      const kept = seqs.filter((seq) => seq > conversation.lastSeq - MESSAGES_KEPT)
      const old = seqs.map((seq) => seq - MESSAGES_KEPT).filter((seq) => seq > 0)
      const isSupport = conversation.kind === 'support'
      const steps: TellStep[] = []
      if (seqs.length > 0) {
        steps.push({ name: 'write messages', write: () => writeMessages(conversation) })
        steps.push({ name: 'deliver messages', write: () => deliverMessages(conversation, kept) })
      }
      if (all.some(({ what }) => !FOR_ADMINS.includes(what)))
        steps.push({ name: 'deliver conversation', write: () => deliver(conversation) })
      if (isSupport && has(...MOVES_ROW)) steps.push(late('write row', () => writeRow(conversation)))
      if (has(HAPPENED.emptied, HAPPENED.erased)) steps.push(late('erase texts', () => eraseTexts(conversation)))
      if (old.length > 0) steps.push(late('remove old messages', () => removeOld(conversation, old)))
      return [...steps, ...(isSupport ? ticketSteps(conversation, all) : [])]
    },
  }
}
