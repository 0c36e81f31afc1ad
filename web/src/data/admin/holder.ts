import { TAKEN_MINUTES } from '#model'
import { isConversation, type Question } from './open-tickets.ts'
import { decidedTicket, type TicketDecision } from './ticket-decisions.ts'

/** The admin who has taken a question, until when. */
export interface Holder {
  isMe: boolean
  name: string
  until: string
}

const TAKEN_MS = TAKEN_MINUTES * 60_000

/**
 * Who took a question last, although that time may have passed: by the row, or by a decision of this admin that the row
 * does not contain yet.
 */
export function holderOf(
  question: Question,
  decisions: readonly TicketDecision[],
  me: { id: string; name: string },
): Holder | undefined {
  const { taken } = question
  const byRow = taken && { isMe: taken.by === me.id, name: taken.name, until: taken.until }
  const answeredAt = lastAnswer(question)
  const own = decisions
    .filter(({ intent, receipt }) => intent.kind === 'take-ticket' && receipt?.outcome === 'done')
    .flatMap(({ intent, receipt }) => (receipt && decidedTicket(intent) === question.id ? [receipt.decidedAt] : []))
    // An answer gives it back.
    .filter((decidedAt) => decidedAt > answeredAt)
    .map((at) => ({ isMe: true, name: me.name, until: new Date(Date.parse(at) + TAKEN_MS).toISOString() }))
  return [...own, ...(byRow ? [byRow] : [])].reduce<Holder | undefined>(
    (latest, one) => (latest && latest.until >= one.until ? latest : one),
    undefined,
  )
}

/** A conversation waits since the first message after the last answer. */
const lastAnswer = (question: Question): string =>
  isConversation(question) ? question.at : (question.answers.at(-1)?.at ?? '')
