// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { type ClosedRow, type IntentOf, intentId, type TicketRow, ticketId } from '#model'
import { writeDraft } from '../../../data/local/draft-storage.ts'
import '../../../i18n/desk-texts.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { aReceipt, aUlid } from '../../../testing/documents.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { DeskTickets } from './desk-tickets.tsx'

beforeAll(startLanguage)

const AT = '2026-11-21T10:00:00.000Z'
const account = { id: 'a1', email: 'anita@mogra.example', name: 'Anita', role: 'ADMIN' as const }
const ticket: TicketRow = {
  ...{ _id: ticketId(aUlid(1)), type: 'ticket', version: 3, number: 'SUP1763700000000ABC', state: 'open' },
  ...{ at: AT, name: 'Asha', email: 'asha@example.com', category: 'delivery', subject: 'Late' },
  ...{ message: 'Where are they?', answers: [] },
}

/** Shows what this browser has of the admins' feed, without a network. */
async function show(documents: readonly object[] = [], rows: readonly object[] = [ticket]) {
  const screenOf = <DeskTickets online={false} />
  const { device } = await renderWithLocalData(screenOf, { account, documents, adminRows: rows })
  return {
    device,
    asked: async () =>
      (await device.databases.mailbox().allOf('intent')).map(({ kind, payload }) => ({ kind, payload })),
  }
}

const press = (name: string) => fireEvent.click(screen.getByText(name))

test('an admin without a network answers a message, and sees that the answer is kept', async () => {
  const { asked } = await show()
  await screen.findByText('Late')
  press('Send answer')
  await screen.findByText('Please write an answer')
  fireEvent.change(screen.getByLabelText('Answer as Mogra'), { target: { value: 'At noon.' } })
  screen.getByText('Send answer').closest('button')?.focus()
  press('Send answer')
  await screen.findByText('The answer is saved on this phone')
  screen.getByText('At noon.')
  expect(await asked()).toEqual([
    { kind: 'answer-ticket', payload: { ticket: aUlid(1), version: 3, text: 'At noon.' } },
  ])
  // A second decision about the same version would be refused, as if another admin had settled the message.
  expect([screen.queryByText('Send answer'), screen.queryByText('Close')]).toEqual([null, null])
  expect(document.activeElement?.textContent).toMatch(/At noon/)
})

test('a message that is being closed cannot be answered', async () => {
  const { asked } = await show()
  await screen.findByText('Late')
  press('Close')
  await screen.findByText('Saved on this phone: the message will be closed')
  expect(screen.queryByText('Send answer')).toBeNull()
  expect(await asked()).toEqual([{ kind: 'settle-item', payload: { item: ticket._id, version: 3, outcome: 'closed' } }])
})

test('an admin whose answer came second reads it again, and why it was not sent', async () => {
  const answer: IntentOf<'answer-ticket'> = {
    ...{ _id: intentId(aUlid(2)), type: 'intent', kind: 'answer-ticket', device: 'elsewhere', n: 1, madeAt: AT },
    payload: { ticket: aUlid(1), version: 2, text: 'Soon.' },
  }
  await show([answer, aReceipt(aUlid(2), { outcome: 'refused', reason: 'already_settled' })])
  await screen.findByText('Another admin has settled this already')
  screen.getByText('Soon.')
})

test('a row that changes or is closed by another admin is shown so at once', async () => {
  const { device } = await show()
  await screen.findByText('Waiting 1')
  const db = device.databases.feed('admin')?.db
  const stored = await db?.get(ticket._id)
  const answered: TicketRow = { ...ticket, version: 4, state: 'answered', answers: [{ text: 'At noon.', at: AT }] }
  const put = await db?.put({ ...answered, _rev: stored?._rev })
  await screen.findByText('Answered 1')
  screen.getByText('No message waits for an answer')
  const closed: ClosedRow = { _id: ticket._id, type: 'ticket', version: 5, closedAt: AT }
  await db?.put({ ...closed, _rev: put?.rev })
  await screen.findByText('Answered 0')
})

test('a message shows the number of the order, or the job, that it is about', async () => {
  const about = { order: `order:${aUlid(5)}`, orderNumber: 'FLR1763700000000ABC', problem: 'late' } as const
  const applied: TicketRow = { ...ticket, _id: ticketId(aUlid(6)), subject: 'I tie well', job: 'city-lead' }
  await show([], [{ ...ticket, ...about }, applied])
  await screen.findByText('FLR1763700000000ABC')
  screen.getByText('City Operations Lead')
})

test('a decision is shown until the message itself shows it', async () => {
  const answer: IntentOf<'answer-ticket'> = {
    ...{ _id: intentId(aUlid(2)), type: 'intent', kind: 'answer-ticket', device: 'elsewhere', n: 1, madeAt: AT },
    payload: { ticket: aUlid(1), version: 3, text: 'Soon.' },
  }
  const { device } = await show([answer, aReceipt(aUlid(2))])
  await screen.findByText('The answer is on its way')
  const db = device.databases.feed('admin')?.db
  const stored = await db?.get(ticket._id)
  await db?.put({ ...ticket, _rev: stored?._rev, version: 4, answers: [{ text: 'Soon.', at: AT }] })
  await waitFor(() => expect(screen.queryByText('The answer is on its way')).toBeNull())
  screen.getByText('Soon.')
})

test('closed messages are those that the service listed last', async () => {
  const { device } = await show([], [])
  await screen.findByText('No message waits for an answer')
  const { _id: id, _rev, type, ...rest } = ticket
  const listed = { ...rest, id, state: 'closed', subject: 'Settled' }
  writeDraft(device.environment.values, 'desk-tickets', { at: AT, tickets: [listed] })
  press('Closed')
  await screen.findByText('Settled')
})

test('while the feed arrives for the first time, nothing is called empty', async () => {
  const screenOf = <DeskTickets online={false} />
  await renderWithLocalData(screenOf, { account })
  await screen.findByText('Messages to support')
  expect(screen.queryByText('No message waits for an answer')).toBeNull()
})

test('answers that were begun to two messages both come back', async () => {
  const other: TicketRow = { ...ticket, _id: ticketId(aUlid(4)), at: '2026-11-21T11:00:00.000Z', subject: 'Early' }
  await show([], [ticket, other])
  await screen.findByText('Early')
  const [first, second] = screen.getAllByLabelText('Answer as Mogra')
  fireEvent.change(first as HTMLElement, { target: { value: 'At noon.' } })
  fireEvent.change(second as HTMLElement, { target: { value: 'We are' } })
  cleanup()
  render(<DeskTickets online={false} />)
  const fields = await screen.findAllByLabelText<HTMLTextAreaElement>('Answer as Mogra')
  expect(fields.map(({ value }) => value)).toEqual(['At noon.', 'We are'])
})
