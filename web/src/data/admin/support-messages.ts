import { supportConversation } from '#model'
import { callApi } from '../api/call-api.ts'
import { type Found, type Result, resultOf } from '../api/result.ts'
import { olderMessages } from '../conversations/conversations.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

/** A message of a conversation with Mogra. */
export interface SupportMessage {
  seq: number
  mogra: boolean
  text?: string | undefined
  at: string
}

interface EarlierMessages {
  /** Oldest first. */
  messages: SupportMessage[]
  /** True if nothing older is kept. */
  isFirst: boolean
}

/** What an admin asks the service about the conversation of an account with Mogra. */
export const supportMessages = {
  async before(account: string, seq: number): Promise<Found<EarlierMessages>> {
    const found = await olderMessages(supportConversation(account), seq)
    if (!found.ok) return found
    const { messages, isFirst } = found.value
    // An admin reads as Mogra.
    const said = messages.map(({ seq, mine, text, at }) => ({ seq, mogra: mine, text, at }))
    return { ok: true, value: { messages: said, isFirst } }
  },
  /** Mogra has read the conversation up to this message. */
  async noteSeen(account: string, seq: number): Promise<Result> {
    const { environment } = currentDataLayer()
    const marks = { [supportConversation(account)]: seq }
    return resultOf(await callApi(environment, 'POST', '/api/conversations/seen', marks))
  },
}

/**
 * Adds the newest messages to those that are known. Returns only the newest if messages between them are missing: then
 * the others are read again.
 */
export function withNewest(
  known: readonly SupportMessage[],
  newest: readonly SupportMessage[],
): readonly SupportMessage[] {
  const [first] = newest
  const last = known.at(-1)
  if (!first || !last || first.seq > last.seq + 1) return newest
  return [...known.filter(({ seq }) => seq < first.seq), ...newest]
}
