import { type Notice, noticeId, type Ticket, type TicketRow, ulidOf } from '#model'
import { accountHolder } from '../accounts/account-holder.ts'
import type { AccountRecord } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Conversations } from '../conversations/conversations.ts'
import type { Entry, News, TellStep } from '../core/core-document.ts'
import type { Outbox } from '../email/outbox.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import type { Settings } from '../settings/settings.ts'
import { type Answer, answerMailId, type TicketRecord, ticketMailId, ticketRow } from './ticket-record.ts'

/** Tells admins, support and a ticket's writer what was decided. */
export interface TicketTelling {
  tell(ticket: TicketRecord, news: News): TellStep[]
  /** Writes the writer's fact; does nothing if the ticket has no account, or the account is deleted. */
  deliver(ticket: TicketRecord): Promise<void>
  /**
   * Returns the row in the admins' feed, with the writer's account if it is no visitor's; undefined once it is closed.
   */
  rowOf(ticket: TicketRecord): Promise<TicketRow | undefined>
}

export interface TicketTellingNeeds {
  accounts: Accounts
  mailboxes: Mailboxes
  outbox: Outbox
  feeds: Pick<Feeds, 'adminRows'>
  settings: Pick<Settings, 'company'>
  answerInConversation: Conversations['answer']
}

export function openTicketTelling(needs: TicketTellingNeeds): TicketTelling {
  const { accounts, mailboxes, outbox, feeds, settings, answerInConversation } = needs

  /** Returns the account that the ticket belongs to by now, also a visitor's; undefined if it is deleted. */
  async function writerOf({ account }: TicketRecord): Promise<AccountRecord | undefined> {
    const record = account === undefined ? undefined : await accounts.get(await accounts.ownerOf(account))
    return record?.status === 'active' ? record : undefined
  }

  /** Returns the writer's account if it can have conversations; undefined for a visitor's. */
  const holderOf = async ({ account }: TicketRecord) =>
    account === undefined ? undefined : accountHolder(accounts, account)

  const rowOf = async (ticket: TicketRecord) => ticketRow(ticket, (await holderOf(ticket))?.id)

  async function writeRow(ticket: TicketRecord) {
    const { _id: id, version } = ticket
    const row = await rowOf(ticket)
    await (row ? feeds.adminRows.put(row) : feeds.adminRows.close({ id, type: 'ticket', version }))
  }

  async function writeMessage(ticket: TicketRecord, { at, by, text }: Answer, intent: string) {
    const writer = await holderOf(ticket)
    if (writer) await answerInConversation(writer.id, { intent, at, by, text, ticket: ticket.number })
  }

  async function deliver(ticket: TicketRecord) {
    const writer = await writerOf(ticket)
    if (writer) await mailboxes.put(writer.mailbox.name, ticketFact(ticket))
  }

  async function noticeAnswer(ticket: TicketRecord, { at }: Answer, intent: string) {
    const writer = await writerOf(ticket)
    if (!writer) return
    const notice: Notice = { _id: noticeId(intent), type: 'notice', kind: 'ticket-answered', subject: ticket._id, at }
    await mailboxes.put(writer.mailbox.name, notice)
  }

  async function mailToSupport(ticket: TicketRecord) {
    const { number, name, email, phone, category, subject, message } = ticket
    // If the account is deleted, its ticket is about to be emptied.
    if (ticket.account !== undefined && !(await writerOf(ticket))) return
    await outbox.post({
      _id: ticketMailId(ulidOf(ticket._id)),
      kind: 'support',
      to: settings.company.supportEmail,
      language: 'en',
      data: {
        ...{ ticketId: number, category, subject, message, customerName: name },
        ...(email !== undefined && { customerEmail: email }),
        ...(email === undefined && phone !== undefined && { customerPhone: phone }),
      },
    })
  }

  async function mailAnswer(ticket: TicketRecord, { version, text }: Answer) {
    const writer = await writerOf(ticket)
    if (ticket.account !== undefined && !writer) return
    // An account's own address is confirmed; the one in the form was only typed.
    const to = writer && writer.email !== '' ? { account: writer.id } : ticket.email
    if (to === undefined) return
    const { number, name, subject, language } = ticket
    await outbox.post({
      _id: answerMailId(ticket._id, version),
      kind: 'support-answer',
      to,
      language: writer && writer.email !== '' ? writer.language : language,
      data: { name, subject, answer: text, ticketId: number },
    })
  }

  return {
    deliver,
    rowOf,

    tell(ticket, { all, fresh }) {
      const row: TellStep = { name: 'write row', write: () => writeRow(ticket) }
      // Only admins see who has taken it.
      if (all.every(({ what }) => what === 'taken')) return [row]
      const steps: TellStep[] = [row, { name: 'deliver ticket', write: () => deliver(ticket) }]
      if (ticket.erasedAt !== undefined) return steps
      const answerOf = ({ version }: Entry) => ticket.answers.find((one) => one.version === version)
      for (const entry of all) {
        const [answer, { intent }] = [answerOf(entry), entry]
        if (answer && intent !== undefined)
          steps.push({ name: 'write message', isLate: true, write: () => writeMessage(ticket, answer, intent) })
      }
      for (const entry of fresh) {
        const { what, intent } = entry
        const answer = answerOf(entry)
        if (what === 'written') steps.push({ name: 'post mail', write: () => mailToSupport(ticket) })
        if (answer) steps.push({ name: 'post answer', write: () => mailAnswer(ticket, answer) })
        if (answer && intent !== undefined)
          steps.push({ name: 'write notice', write: () => noticeAnswer(ticket, answer, intent) })
      }
      return steps
    },
  }
}

const CHANGES_STATE: readonly string[] = ['written', 'answered', 'reopened', 'replied', 'closed', 'erased']

/** The ticket as its writer's devices see it: field by field, and without the admins' names. */
function ticketFact(ticket: TicketRecord): Ticket {
  const { _id, version, number, state, category, subject, message, order, problem, job, at, answers, entries } = ticket
  return {
    ...{ _id, type: 'ticket', version, number, state, category, subject, message },
    ...(order !== undefined && { order }),
    ...(problem !== undefined && { problem }),
    ...(job !== undefined && { job }),
    at,
    changedAt: entries.findLast(({ what }) => CHANGES_STATE.includes(what))?.at ?? at,
    answers: answers.map(({ text, at }) => ({ text, at })),
  }
}
