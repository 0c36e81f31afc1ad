import { accountOfSupportRow, type RefusalOf, sendMessage, takeTicket, ticketId } from '#model'
import type { CoreDocument } from '../core/core-document.ts'
import type { Decided } from '../core/core-store.ts'
import type { Stored } from '../couch/store.ts'
import { defineWorkflow, done, refused, type WorkflowContext, type Workflows } from '../decider/define-workflow.ts'
import { seqOfIntent, type Taken, type TellConversation, takenBy } from './conversation-record.ts'
import type { Conversations } from './conversations.ts'

/** The fields of a ticket that taking one reads. */
type TakenTicket = CoreDocument & { taken?: Taken }

export interface ConversationStores<T extends TakenTicket = TakenTicket> {
  conversations: Conversations
  tellConversation: TellConversation
  tickets: {
    /** An admin takes a ticket. */
    take(
      id: string,
      asked: { at: string; intent: string },
      by: { id: string; name: string },
    ): Promise<Decided<T, RefusalOf<'take-ticket'>>>
  }
  tellTicket(ticket: T & Stored, step: WorkflowContext['step']): Promise<void>
}

export const conversationWorkflows = <T extends TakenTicket>(stores: ConversationStores<T>): Workflows => ({
  all: [sendMessageWorkflow(stores), takeTicketWorkflow(stores)],
  // Nothing is cached: conversations are read for each decision.
  forget() {},
})

type Sending = Pick<ConversationStores, 'conversations' | 'tellConversation'>

/** Writes a message and tells both sides. If the conversation is closed, both copies are made to say so first. */
const sendMessageWorkflow = ({ conversations, tellConversation }: Sending) =>
  defineWorkflow(sendMessage, async ({ id, account, payload }, { now, step }) => {
    const { conversation, text } = payload
    const asked = { at: now().toISOString(), intent: id }
    const decided = await step('write message', () => conversations.send(conversation, asked, account, text))
    if ('refused' in decided) {
      const { doc, freeAt } = decided
      // The writer's copy still says that the conversation is open.
      if (decided.refused === 'conversation_closed' && doc && doc.told < doc.version) await tellConversation(doc, step)
      return refused(decided.refused, freeAt === undefined ? undefined : { freeAt })
    }
    await tellConversation(decided.doc, step)
    return done({ conversation, seq: seqOfIntent(decided.doc, id) })
  })

/**
 * Gives a ticket, or a conversation with Mogra, to the admin who asks. The refusal `taken` says who has it, since when.
 */
const takeTicketWorkflow = <T extends TakenTicket>(stores: ConversationStores<T>) =>
  defineWorkflow(takeTicket, async ({ id, account, payload }, { now, step }) => {
    const { conversations, tellConversation, tickets, tellTicket } = stores
    const { subject } = payload
    const asked = { at: now().toISOString(), intent: id }
    const isTicket = subject.startsWith(ticketId(''))
    const { name } = account
    return isTicket
      ? finish(await step('take ticket', () => tickets.take(subject, asked, { id: account.id, name })), tellTicket)
      : finish(
          await step('take conversation', () =>
            conversations.take(accountOfSupportRow(subject), asked, { id: account.id, name }),
          ),
          tellConversation,
        )

    async function finish<D extends CoreDocument & { taken?: Taken }>(
      decided: Decided<D, RefusalOf<'take-ticket'>>,
      tell: (doc: D & Stored, step: WorkflowContext['step']) => Promise<void>,
    ) {
      if ('refused' in decided) {
        const other = decided.refused === 'taken' ? decided.doc?.taken : undefined
        return refused(decided.refused, other && takenBy(other))
      }
      await tell(decided.doc, step)
      return done({ subject })
    }
  })
