import { accountOfSupportRow, type RefusalOf } from '#model'
import { type AskedIntent, done, type Outcome, refused, type WorkflowContext } from '../decider/define-workflow.ts'
import { HAPPENED, isWaiting, type TellConversation, writtenAfter } from './conversation-record.ts'
import type { Conversations } from './conversations.ts'

interface Needs {
  conversations: Pick<Conversations, 'settle'>
  tellConversation: TellConversation
}

/** Closes what an account has asked Mogra, without an answer: its row leaves the admins' feed until it writes again. */
export async function settleConversation(
  { id, account, receivedAt: at, payload }: AskedIntent<'settle-item'>,
  { step }: Pick<WorkflowContext, 'step'>,
  { conversations, tellConversation }: Needs,
): Promise<Outcome<RefusalOf<'settle-item'>>> {
  const { item, version } = payload
  const by = { id: account.id, version }
  const decided = await step('write conversation', () =>
    conversations.settle(accountOfSupportRow(item), { at, intent: id }, by),
  )
  if ('refused' in decided) {
    const { doc } = decided
    // The admin who reads that it waits again must not hear that somebody has settled it.
    const written =
      decided.refused === 'already_settled' && doc && isWaiting(doc) ? writtenAfter(doc, version) : undefined
    return refused(decided.refused, written && { when: written.at, what: HAPPENED.written })
  }
  await tellConversation(decided.doc, step)
  return done({ item })
}
