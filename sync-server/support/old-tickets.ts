import { type Problem, ulidOf } from '#model'
import { UNTOLD } from '../core/core-document.ts'
import type { TicketRecord } from './ticket-record.ts'

/** A ticket as it was kept before core documents: the report of a problem with an order. */
export interface OldTicket {
  _id: string
  type: 'ticket'
  number: string
  account: string
  order: string
  problem: Problem
  message: string
  status: 'open'
  at: string
}

export const isOldTicket = (doc: OldTicket | TicketRecord): doc is OldTicket => 'status' in doc

/** The ticket as a core document, still to be told: its mail is known to be posted by its id. */
export function coreOf({ _id, number, account, order, problem, message, at }: OldTicket): TicketRecord {
  return {
    ...{ _id, type: 'ticket', number, account, order, problem, message, at },
    ...{
      state: 'open',
      category: 'order',
      name: '',
      subject: `A problem with an order: ${problem}`,
      language: 'en',
      answers: [],
    },
    ...{ version: 1, told: 0, nextAt: UNTOLD, listed: true },
    entries: [{ version: 1, what: 'written', at, intent: ulidOf(_id) }],
  }
}
