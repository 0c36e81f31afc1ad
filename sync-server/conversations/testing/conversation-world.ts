import { ulid } from 'ulid'
import {
  bulkConversation,
  type ClosedRow,
  type ConversationFact,
  conversationId,
  type MessageFact,
  messageIds,
  type SupportRow,
  supportConversation,
  supportRowId,
} from '#model'
import { bulkWorld } from '../../bulk/testing/bulk-world.ts'
import type { SignedIn, TestService } from '../../testing/test-service.ts'

/**
 * Makes people who write to each other and to Mogra through a running test service, and reads what they and the core
 * have.
 */
export function conversationWorld(running: () => TestService) {
  const services = () => running().services
  const world = bulkWorld(running)
  const { person, supplier, request, showInterest, ask, factOf, outcomeOf } = world

  /** A buyer and an interested supplier, and the key of their conversation. */
  async function two() {
    const [buyer, meera] = [await person('CUSTOMER', { name: 'Asha Rao' }), await supplier()]
    const bulk = await request(buyer)
    await showInterest(meera, bulk)
    return { buyer, meera, bulk, key: bulkConversation(bulk, meera.account.id) }
  }

  /** Somebody who has written to Mogra, and the key of the conversation. */
  async function asking(text = 'Do you deliver in Kota?') {
    const asha = await person('CUSTOMER', { name: 'Asha Rao' })
    const key = supportConversation(asha.account.id)
    await send(asha, key, text)
    return { asha, key }
  }

  /** Writes through the gate. */
  const send = (who: SignedIn, conversation: string, text: string) => ask(who, 'send-message', { conversation, text })
  const sendOutcome = async (who: SignedIn, conversation: string, text = 'Hello') =>
    outcomeOf(await send(who, conversation, text))
  const asked = () => ({ at: services().now().toISOString(), intent: ulid() })
  /** Decides a message, which the next sweep tells. */
  const decide = ({ account }: SignedIn, key: string, text = 'Hello', how = asked()) =>
    services().conversations.send(key, how, account, text)

  const conversationOf = (who: SignedIn, key: string) => factOf<ConversationFact>(who, conversationId(key))
  const messagesOf = ({ mailbox }: SignedIn, key: string) =>
    services()
      .couch.db(mailbox.name)
      .range<MessageFact>(messageIds(key), `${messageIds(key)}\uffff`)
  const textsOf = async (who: SignedIn, key: string) => (await messagesOf(who, key)).map(({ text }) => text)

  async function recordOf(key: string) {
    const found = await services().conversations.kept.store.read(conversationId(key))
    if (!found) throw new Error(`there is no conversation ${key}`)
    return found
  }
  /** All that the core has of a conversation. */
  async function coreOf(key: string) {
    const store = services().couch.db('conversations')
    const ids = ['conversation', 'message', 'seen'].map((prefix) => `${prefix}:${key}`)
    return (await Promise.all(ids.map((id) => store.range<object>(id, `${id}\uffff`)))).flat()
  }
  const rowOf = async ({ account }: SignedIn): Promise<SupportRow | ClosedRow | undefined> => {
    const { feeds, couch } = services()
    const [listed] = await feeds.listedFor({ role: 'ADMIN' })
    return listed && couch.db(listed.database).get<SupportRow | ClosedRow>(supportRowId(account.id))
  }

  return {
    ...world,
    ...{ two, asking, send, sendOutcome, asked, decide, conversationOf, messagesOf, textsOf, recordOf, coreOf, rowOf },
  }
}
