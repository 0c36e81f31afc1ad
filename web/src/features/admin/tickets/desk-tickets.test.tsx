// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import {
  type ClosedRow,
  type IntentOf,
  intentId,
  type SupportRow,
  supportRowId,
  type TicketRow,
  ticketId,
} from '#model'
import { setPageClock } from '../../../clock/page-clock.ts'
import { writeDraft } from '../../../data/local/draft-storage.ts'
import '../../../i18n/desk-texts.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { aReceipt, aUlid } from '../../../testing/documents.ts'
import { answer, deviceWithAnswers } from '../../../testing/fake-service.ts'
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
const conversation: SupportRow = {
  ...{ _id: supportRowId('c1'), type: 'support', version: 4, name: 'Kavya', role: 'PARTNER', lastSeq: 5 },
  at: '2026-11-21T09:30:00.000Z',
  messages: [
    { seq: 3, mogra: true, text: 'How can we help?', at: '2026-11-21T09:00:00.000Z' },
    { seq: 4, mogra: false, text: 'My payout is missing.', at: '2026-11-21T09:30:00.000Z' },
    { seq: 5, mogra: false, text: 'Are you there?', at: '2026-11-21T09:40:00.000Z' },
  ],
}
/** Until 3:50 PM in India. */
const taken = { by: 'a2', name: 'Ravi', until: '2026-11-21T10:20:00.000Z' }

const desk = (online: boolean) => (
  <MemoryRouter>
    <DeskTickets online={online} />
  </MemoryRouter>
)

/** Shows what this browser has of the admins' feed, without a network. */
async function show(documents: readonly object[] = [], rows: readonly object[] = [ticket]) {
  const { device } = await renderWithLocalData(desk(false), { account, documents, adminRows: rows })
  return {
    device,
    asked: async () =>
      (await device.databases.mailbox().allOf('intent')).map(({ kind, payload }) => ({ kind, payload })),
  }
}

const press = (name: string) => fireEvent.click(screen.getByText(name))

test('an admin without a network answers a message, and sees that the answer is saved', async () => {
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

test('an admin whose answer came second sees its text and why it was not sent', async () => {
  const answer: IntentOf<'answer-ticket'> = {
    ...{ _id: intentId(aUlid(2)), type: 'intent', kind: 'answer-ticket', device: 'elsewhere', n: 1, madeAt: AT },
    payload: { ticket: aUlid(1), version: 2, text: 'Soon.' },
  }
  await show([answer, aReceipt(aUlid(2), { outcome: 'refused', reason: 'already_settled' })])
  await screen.findByText('Another admin has settled this already')
  screen.getByText('Soon.')
})

test('a message that another admin changes or closes is shown so at once', async () => {
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

test('without a network, the closed messages are those that the service listed last', async () => {
  const { device } = await show([], [])
  await screen.findByText('No message waits for an answer')
  const { _id: id, _rev, type, ...rest } = ticket
  const listed = { ...rest, id, state: 'closed', subject: 'Settled' }
  writeDraft(device.environment.values, 'desk-tickets', { at: AT, tickets: [listed] })
  press('Closed')
  await screen.findByText('Settled')
})

test('while the feed arrives for the first time, nothing is called empty', async () => {
  await renderWithLocalData(desk(false), { account })
  await screen.findByText('Messages to support')
  expect(screen.queryByText('No message waits for an answer')).toBeNull()
})

test('drafts of answers to two messages are both kept', async () => {
  const other: TicketRow = { ...ticket, _id: ticketId(aUlid(4)), at: '2026-11-21T11:00:00.000Z', subject: 'Early' }
  await show([], [ticket, other])
  await screen.findByText('Early')
  const [first, second] = screen.getAllByLabelText('Answer as Mogra')
  fireEvent.change(first as HTMLElement, { target: { value: 'At noon.' } })
  fireEvent.change(second as HTMLElement, { target: { value: 'We are' } })
  cleanup()
  render(desk(false))
  const fields = await screen.findAllByLabelText<HTMLTextAreaElement>('Answer as Mogra')
  expect(fields.map(({ value }) => value)).toEqual(['At noon.', 'We are'])
})

const clockAt = (time: string) => setPageClock({ now: () => new Date(time), subscribe: () => () => undefined })

test('messages and conversations are in one list, the oldest first, with the writer, the role and the time', async () => {
  const newest: TicketRow = { ...ticket, _id: ticketId(aUlid(4)), at: '2026-11-21T11:00:00.000Z', subject: 'Early' }
  await show([], [newest, ticket, conversation])
  await screen.findByText('Waiting 3')
  const heads = screen.getAllByText(/^(Kavya|Late|Early)$/).map(({ textContent }) => textContent)
  expect(heads).toEqual(['Kavya', 'Late', 'Early'])
  screen.getByText('Partner · waiting since 21 Nov, 3:00 pm')
  const bubbles = screen.getByRole('list', { name: 'Messages with Kavya', hidden: true })
  expect([...bubbles.children].map((one) => [one.firstChild?.textContent, one.hasAttribute('data-mogra')])).toEqual([
    ['How can we help?', true],
    ['My payout is missing.', false],
    ['Are you there?', false],
  ])
})

test('an admin without a network answers a conversation as Mogra, and may go on writing', async () => {
  const { asked, device } = await show([], [conversation])
  await screen.findByText('Kavya')
  press('Send answer')
  await screen.findByText('Please write an answer')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Answer as Mogra')
  fireEvent.change(field, { target: { value: 'One moment.' } })
  press('Send answer')
  await screen.findByText('The answer is saved on this phone')
  screen.getByText('One moment.')
  expect(field.value).toBe('')
  fireEvent.change(field, { target: { value: 'It comes today.' } })
  press('Send answer')
  await screen.findByText('It comes today.')
  expect(await asked()).toEqual([
    { kind: 'send-message', payload: { conversation: 'support-c1', text: 'One moment.' } },
    { kind: 'send-message', payload: { conversation: 'support-c1', text: 'It comes today.' } },
  ])
  const db = device.databases.feed('admin')?.db
  const stored = await db?.get(conversation._id)
  const closed: ClosedRow = { _id: conversation._id, type: 'support', version: 5, closedAt: AT }
  await db?.put({ ...closed, _rev: stored?._rev })
  await screen.findByText('No message waits for an answer')
})

test('an admin without a network closes a conversation that needs no answer', async () => {
  const { asked } = await show([], [conversation])
  await screen.findByText('Kavya')
  screen.getByText('Close').closest('button')?.focus()
  press('Close')
  await screen.findByText('Saved on this phone: the message will be closed')
  expect(['Send answer', 'Close', 'Take'].map((name) => screen.queryByText(name))).toEqual([null, null, null])
  expect(document.activeElement?.textContent).toBe('Saved on this phone: the message will be closed')
  expect(await asked()).toEqual([
    { kind: 'settle-item', payload: { item: conversation._id, version: 4, outcome: 'closed' } },
  ])
})

test('a conversation whose answer is on its way cannot be closed too', async () => {
  await show([], [conversation])
  await screen.findByText('Kavya')
  fireEvent.change(screen.getByLabelText('Answer as Mogra'), { target: { value: 'One moment.' } })
  press('Send answer')
  await screen.findByText('The answer is saved on this phone')
  expect(screen.queryByText('Close')).toBeNull()
})

const closing: IntentOf<'settle-item'> = {
  ...{ _id: intentId(aUlid(2)), type: 'intent', kind: 'settle-item', device: 'elsewhere', n: 1, madeAt: AT },
  payload: { item: conversation._id, version: 3, outcome: 'closed' },
}

test('an admin whose closing did not contain the last message reads that there is one, and decides again', async () => {
  const result = { what: 'written', when: AT }
  await show([closing, aReceipt(aUlid(2), { outcome: 'refused', reason: 'already_settled', result })], [conversation])
  await screen.findByText('There is a new message since you read this. Please read it and decide.')
  screen.getByText('Close')
})

test('the row of a conversation shows its last message beside the name', async () => {
  await show([], [conversation])
  const head = (await screen.findByText('Kavya')).closest('summary')
  expect(head?.textContent).toContain('Are you there?')
})

test('a text that cannot be sent stays in its field, with the reason', async () => {
  const { asked } = await show([], [conversation])
  await screen.findByText('Kavya')
  const field = screen.getByLabelText<HTMLTextAreaElement>('Answer as Mogra')
  fireEvent.change(field, { target: { value: 'Turned \u202e around' } })
  press('Send answer')
  await screen.findByText('This text contains characters that cannot be sent. Please remove them.')
  expect(field.value).toBe('Turned \u202e around')
  expect(await asked()).toEqual([])
})

test('an admin sees who has taken a question and can still answer it, and can take it after that time', async () => {
  await renderWithLocalData(desk(false), { account, adminRows: [{ ...conversation, taken }] })
  await screen.findByText('Kavya')
  act(() => clockAt('2026-11-21T10:19:59.000Z'))
  screen.getByText('Taken by Ravi until 3:50 pm')
  expect(screen.queryByText('Take')).toBeNull()
  screen.getByText('Send answer')
  act(() => clockAt('2026-11-21T10:20:01.000Z'))
  expect(screen.queryByText(/^Taken by/)).toBeNull()
  screen.getByText('Take')
})

test('an admin takes a message, also without a network, and can still answer it', async () => {
  const { asked, device } = await show()
  await screen.findByText('Late')
  press('Take')
  await screen.findByText('Saved on this phone: you will take this')
  expect(screen.queryByText('Take')).toBeNull()
  expect(await asked()).toEqual([{ kind: 'take-ticket', payload: { subject: ticket._id } }])
  screen.getByText('Send answer')
  act(() => clockAt('2026-11-21T10:05:00.000Z'))
  const [intent] = await device.databases.mailbox().allOf('intent')
  await device.databases.mailbox().db.put(aReceipt(intent?._id.slice('intent:'.length), { decidedAt: AT }))
  await screen.findByText('Taken by you until 4:00 pm')
})

test('an admin who was second reads who has taken it, and until when', async () => {
  const taking: IntentOf<'take-ticket'> = {
    ...{ _id: intentId(aUlid(2)), type: 'intent', kind: 'take-ticket', device: 'elsewhere', n: 1, madeAt: AT },
    payload: { subject: conversation._id },
  }
  const result = { who: 'a2', when: '2026-11-21T09:50:00.000Z', what: 'taken' }
  const refused = aReceipt(aUlid(2), { outcome: 'refused', reason: 'taken', result })
  await show([taking, refused], [{ ...conversation, taken }])
  await screen.findByText('Another admin took this: 21 Nov, 3:20 pm')
  act(() => clockAt('2026-11-21T10:00:00.000Z'))
  screen.getByText(/^Ravi has taken this already, until .*3:50 pm$/)
})

test('an answer to a message of an account is announced as part of its conversation, any other as a mail', async () => {
  const own: TicketRow = { ...ticket, _id: ticketId(aUlid(6)), account: 'c1' }
  await show([], [ticket, own])
  await screen.findByText('The answer goes to asha@example.com.')
  screen.getByText('Asha reads the answer in the conversation with Mogra, and gets it by e-mail.')
})

test('the keys lead to the answer and take what has the focus', async () => {
  const { asked } = await show([], [conversation])
  const head = (await screen.findByText('Kavya')).closest('summary') as HTMLElement
  head.focus()
  fireEvent.keyDown(head, { key: 't' })
  await screen.findByText('Saved on this phone: you will take this')
  fireEvent.keyDown(head, { key: 't' })
  fireEvent.keyDown(head, { key: 'a' })
  expect(document.activeElement).toBe(screen.getByLabelText('Answer as Mogra'))
  expect(head.closest('details')?.open).toBe(true)
  expect(await asked()).toHaveLength(1)
})

test('without a network nobody is offered earlier messages', async () => {
  await show([], [conversation])
  await screen.findByText('Earlier messages need a network.')
  expect(screen.queryByText('Earlier messages')).toBeNull()
})

test('earlier messages are read page by page until the first', async () => {
  const befores: (string | null)[] = []
  const { device } = deviceWithAnswers({
    'GET /api/conversations/support-c1/messages': (_, query) => {
      befores.push(query.get('before'))
      const seq = befores.length === 1 ? 2 : 1
      return answer(200, { messages: [{ seq, mine: false, text: `Message ${seq}`, at: AT }], isFirst: seq === 1 })
    },
    'POST /api/conversations/seen': () => answer(204),
  })
  await renderWithLocalData(desk(true), { account, adminRows: [conversation], device })
  const earlier = () => screen.findByRole('button', { name: 'Earlier messages', hidden: true, busy: false })
  fireEvent.click(await earlier())
  await screen.findByText('Message 2')
  fireEvent.click(await earlier())
  await screen.findByText('Message 1')
  expect(befores).toEqual(['3', '2'])
  expect(screen.queryByText('Earlier messages')).toBeNull()
})

test('Mogra has read a conversation once an admin opens it', async () => {
  const { device, asked } = deviceWithAnswers({ 'POST /api/conversations/seen': () => answer(204) })
  await renderWithLocalData(desk(true), { account, adminRows: [conversation], device })
  const details = (await screen.findByText('Kavya')).closest('details') as HTMLDetailsElement
  expect(asked).toEqual([])
  details.open = true
  await waitFor(() => expect(asked).toEqual([{ what: 'POST /api/conversations/seen', body: { 'support-c1': 5 } }]))
})
