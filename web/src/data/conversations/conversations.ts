import * as v from 'valibot'
import { intentId, type MessageView, type OlderMessages, type SeenMark, seenMark, sendMessage } from '#model'
import { callApi } from '../api/call-api.ts'
import { type Found, foundIn } from '../api/result.ts'
import { ask } from '../ask.ts'
import { attention } from '../attention.ts'
import { monotonicTime } from '../local/monotonic-time.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

const Older = v.object({
  messages: v.array(
    v.object({
      seq: v.number(),
      mine: v.boolean(),
      text: v.optional(v.string()),
      at: v.string(),
      ticket: v.optional(v.string()),
    }),
  ),
  isFirst: v.boolean(),
}) satisfies v.GenericSchema<unknown, OlderMessages>

/**
 * Fetches the messages before this `seq` from the service, because this device no longer keeps them. Needs the network.
 */
export async function olderMessages(key: string, before: number): Promise<Found<OlderMessages>> {
  const path = `/api/conversations/${encodeURIComponent(key)}/messages?before=${before}`
  return foundIn(await callApi(currentDataLayer().environment, 'GET', path), Older)
}

/** Acts on conversations. All of them work without a network. */
export const conversations = {
  send: (conversation: string, text: string) => ask(sendMessage, { conversation, text }),
  /** Puts a refused message away, so that it is no longer shown. */
  dismiss: ({ id }: Pick<MessageView, 'id'>) => attention.putAway(intentId(id)),
  /** Sends the text of a refused message again, and puts the old one away. */
  async tryAgain(conversation: string, { id, text = '' }: Pick<MessageView, 'id' | 'text'>): Promise<void> {
    await ask(sendMessage, { conversation, text })
    await attention.putAway(intentId(id))
  },
  /** Marks the messages up to this `seq` as read, on all devices of the account. A mark never falls. */
  async markSeen(conversation: string, seq: number): Promise<void> {
    const { databases, now } = currentDataLayer()
    const mailbox = databases.mailbox()
    const id = seenMark.id(conversation, mailbox.device)
    await mailbox.putOwn(id, async (at): Promise<SeenMark | undefined> => {
      const known = await at.leavesOf('seen', conversation)
      if ((seenMark.merge(known).get(conversation) ?? 0) >= seq) return undefined
      const updatedAt = monotonicTime(
        known.map((one) => one.updatedAt),
        now(),
      )
      return { _id: id, type: 'seen', device: mailbox.device, conversation, seq, updatedAt }
    })
  },
}
