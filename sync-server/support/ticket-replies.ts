import type { CoreStore } from '../core/core-store.ts'
import { isSettling, type TicketRecord, untaken } from './ticket-record.ts'

/** A message in an account's conversation with Mogra; `id` names it, so that a repeat changes nothing. */
interface Message {
  id: string
  at: string
  /** The account that wrote it. */
  by?: string
}

/** Changes an account's tickets after messages in its conversation with Mogra. */
export interface TicketReplies {
  /** After a message of the tickets' writer: opens the ticket again that was answered last before it. */
  reopen(account: string, message: Message): Promise<void>
  /** After a message of Mogra: marks the tickets as answered that earlier messages of the writer have opened again. */
  answered(account: string, message: Message): Promise<void>
}

interface Needs {
  store: CoreStore<TicketRecord>
  /** The account's tickets, from an index that may lag. */
  of: (accounts: readonly string[]) => Promise<TicketRecord[]>
}

/** How many messages a ticket remembers, so that telling one of them again changes nothing. */
const SET_BY_KEPT = 20

export function openTicketReplies({ store, of }: Needs): TicketReplies {
  async function answeredOnce(account: string): Promise<TicketRecord[]> {
    const listed = (await of([account])).filter(({ answers, state }) => answers.length > 0 && state !== 'closed')
    const read = await Promise.all(listed.map(({ _id }) => store.read(_id)))
    return read.filter((ticket) => ticket !== undefined)
  }

  const isSetBy = ({ setBy }: TicketRecord, { id }: Message) => setBy?.includes(id) === true

  async function set(
    { _id }: TicketRecord,
    message: Message,
    isConcerned: (ticket: TicketRecord) => boolean,
    to: { what: string; change: Pick<TicketRecord, 'state' | 'repliedBy'> },
  ) {
    await store.decide<'other'>(_id, { at: message.at }, (ticket) => {
      if (!ticket || isSetBy(ticket, message) || !isConcerned(ticket)) return { refused: 'other' }
      const setBy = [...(ticket.setBy ?? []), message.id].slice(-SET_BY_KEPT)
      return { what: to.what, content: { ...untaken(ticket), ...to.change, setBy } }
    })
  }

  return {
    async reopen(account, message) {
      const found = await answeredOnce(account)
      if (found.some((ticket) => isSetBy(ticket, message))) return
      // A ticket that was answered after the message is answered.
      const isEarlier = (ticket: TicketRecord) => ticket.state === 'answered' && lastSettledAt(ticket) <= message.at
      const [last] = found.filter(isEarlier).toSorted((a, b) => (lastSettledAt(a) < lastSettledAt(b) ? 1 : -1))
      if (last) await set(last, message, isEarlier, { what: 'reopened', change: { state: 'open' } })
    },

    async answered(account, message) {
      const isOpenAgain = ({ state, entries }: TicketRecord) => {
        const last = entries.findLast(({ what }) => what === 'reopened')
        return state === 'open' && last !== undefined && last.at <= message.at
      }
      for (const ticket of (await answeredOnce(account)).filter(isOpenAgain))
        await set(ticket, message, isOpenAgain, {
          what: 'replied',
          change: { state: 'answered', ...(message.by !== undefined && { repliedBy: message.by }) },
        })
    },
  }
}

const lastSettledAt = ({ entries }: TicketRecord): string => entries.findLast(({ what }) => isSettling(what))?.at ?? ''
