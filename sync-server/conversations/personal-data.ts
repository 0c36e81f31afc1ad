import { removeTold } from '../core/remove-told.ts'
import type { Couch } from '../couch/couch.ts'
import type { DeletedAccount, PersonalRecords } from '../personal-data/personal-data.ts'
import { shownTo } from './conversation-copies.ts'
import { keyOf } from './conversation-record.ts'
import type { Conversations } from './conversations.ts'
import { openMessages } from './messages.ts'

interface Needs {
  couch: Couch
  conversations: Conversations
}

const NOT_FOR_VISITORS = 'A visitor has no conversations.'
const ALL = 1_000_000

/** Erases and exports what people write to each other and to Mogra. */
export function conversationsPersonalData({ couch, conversations }: Needs): PersonalRecords[] {
  const messages = openMessages(couch)

  /**
   * The first pass closes the conversations, and telling takes out what the account wrote, here and in the mailbox of
   * the other one. The second pass removes those whose ids name the account; it fails, and is repeated, until they are
   * told.
   */
  async function eraseConversations({ account, clearedAt }: DeletedAccount) {
    const found = await conversations.of(account)
    for (const { _id } of found) await conversations.erase(_id, account)
    if (clearedAt === undefined) return
    const named = found.filter((one) => keyOf(one).endsWith(`-${account}`))
    // The record is removed last, because the next try finds by it what is left.
    for (const one of named) if (await isTold(one._id)) await messages.removeAll(keyOf(one))
    await removeTold(
      named.map(({ _id }) => _id),
      couch.db('conversations'),
    )
  }

  async function isTold(id: string) {
    const doc = await conversations.kept.store.read(id)
    return doc !== undefined && doc.told === doc.version
  }

  async function exportConversations({ account }: { account: string }) {
    const found = await conversations.of(account)
    return Promise.all(
      found.map(async (one) => {
        const mine = one.owner === account ? 'owner' : 'counterpart'
        const made = await messages.range(keyOf(one), 1, ALL)
        const untold = one.pending.filter(({ seq }) => !made.some((message) => message.seq === seq))
        return {
          ...{ about: one.kind, number: one.number, state: one.state },
          messages: [...made, ...untold].map((message) => shownTo(one, mine, message)),
        }
      }),
    )
  }

  return [
    {
      database: 'conversations',
      ids: ['conversation:', 'message:', 'seen:'],
      handOver: NOT_FOR_VISITORS,
      erase: { name: 'erase conversations', erase: eraseConversations },
      awaitedUntil: NOT_FOR_VISITORS,
      exported: { name: 'conversations', read: exportConversations },
    },
  ]
}
