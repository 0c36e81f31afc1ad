import { type Language, type Problem, type SupportCategory, type TicketRow, type TicketState, ulidOf } from '#model'
import { type Content, type CoreDocument, contentOf } from '../core/core-document.ts'

/** A message to our support, with its answers: a document of `tickets`. */
export interface TicketRecord extends CoreDocument {
  type: 'ticket'
  number: string
  state: TicketState
  /** When it was written. */
  at: string
  /** Absent if it was sent without an account, by the route. */
  account?: string
  name: string
  email?: string
  /** For a visitor whose order names no e-mail address. */
  phone?: string
  /** The language of answers by mail. */
  language: Language
  category: SupportCategory
  subject: string
  message: string
  /** The id of the writer's own order. */
  order?: string
  /** That order's number, by which people know it. */
  orderNumber?: string
  problem?: Problem
  job?: string
  answers: readonly Answer[]
  /** The admin who has taken it, and until when; the time may have passed. */
  taken?: { by: string; name: string; until: string }
  /** The last messages of the conversation with Mogra that opened it again or answered it. */
  setBy?: readonly string[]
  /** The admin who answered it last by a message in the conversation. */
  repliedBy?: string
  /** The admin's account. */
  closedBy?: string
  /** What that admin noted for the others. */
  closingNote?: string
  /** When its personal fields were emptied. */
  erasedAt?: string
}

export interface Answer {
  /** The version of the ticket that came with it: its id. */
  version: number
  text: string
  at: string
  /** The admin's account. */
  by: string
}

/** What admins see of a ticket: neither the writer's account nor which admin answered. */
export function shownToAdmins(ticket: TicketRecord) {
  const { version, number, at, name, email, phone, category, subject, message } = ticket
  const { order, orderNumber, problem, job, answers } = ticket
  return {
    ...{ version, number, at, name, category, subject, message },
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(order !== undefined && { order }),
    ...(orderNumber !== undefined && { orderNumber }),
    ...(problem !== undefined && { problem }),
    ...(job !== undefined && { job }),
    answers: answers.map(({ text, at }) => ({ text, at })),
  }
}

/** The ticket's row in the admins' feed; undefined once it is closed. `account` has a conversation with Mogra. */
export function ticketRow(ticket: TicketRecord, account?: string): TicketRow | undefined {
  const { _id, state, taken } = ticket
  if (state === 'closed') return undefined
  return {
    ...{ _id, type: 'ticket', state, ...shownToAdmins(ticket) },
    ...(account !== undefined && { account }),
    ...(taken && { taken: { by: taken.by, name: taken.name, until: taken.until } }),
  }
}

/** The ticket without the admin who has taken it. */
export function untaken(ticket: TicketRecord): Content<TicketRecord> {
  const { taken: _, ...content } = contentOf(ticket)
  return content
}

/** The ticket without its personal fields. Answers keep their versions, by which their mails are found. */
export const erased = (ticket: TicketRecord, erasedAt: string): Content<TicketRecord> => {
  const { email: _, phone: __, closingNote: ___, ...rest } = untaken(ticket)
  const answers = ticket.answers.map((answer) => ({ ...answer, text: '' }))
  return { ...rest, name: '', subject: '', message: '', answers, state: 'closed', erasedAt }
}

/**
 * Returns true if an entry of this kind settles the ticket for an admin who read an older version; `replied` is an answer
 * in the conversation.
 */
export const isSettling = (what: string) => what === 'answered' || what === 'replied' || what === 'closed'

/** Returns which admin settled the ticket last, when, and how; undefined while nobody has. */
export function settledBy({ entries, answers, repliedBy, closedBy }: TicketRecord) {
  const last = entries.findLast(({ what }) => isSettling(what))
  if (!last) return undefined
  if (last.what === 'closed') return { who: closedBy, when: last.at, what: 'closed' }
  const answer = answers.find(({ version }) => version === last.version)
  return { who: answer ? answer.by : repliedBy, when: last.at, what: 'answered' }
}

/** The id of the mail to support about the ticket. */
export const ticketMailId = (ulid: string) => `mail:support:${ulid}` as const
/** The id of the mail with an answer. */
export const answerMailId = (ticket: string, version: number) =>
  `mail:support-answer:${ulidOf(ticket)}-${version}` as const
/** All mails about the ticket. */
export const mailIdsOf = ({ _id, answers }: TicketRecord) => [
  ticketMailId(ulidOf(_id)),
  ...answers.map(({ version }) => answerMailId(_id, version)),
]
