// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { type IntentOf, intentId, ticketId } from '#model'
import type { DeskTicket } from '../../../data/admin/desk.ts'
import { writeDraft } from '../../../data/local/draft-storage.ts'
import '../../../i18n/desk-texts.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { aReceipt, aUlid } from '../../../testing/documents.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { testDevice } from '../../../testing/test-device.ts'
import { DeskTickets } from './desk-tickets.tsx'

beforeAll(startLanguage)

const AT = '2026-11-21T10:00:00.000Z'
const account = { id: 'a1', email: 'anita@mogra.example', name: 'Anita', role: 'ADMIN' as const }
const ticket: DeskTicket = {
  ...{ id: ticketId(aUlid(1)), version: 3, number: 'SUP1763700000000ABC', state: 'open', at: AT, name: 'Asha' },
  ...{ email: 'asha@example.com', category: 'delivery', subject: 'Late', message: 'Where are they?', answers: [] },
}

/** Shows the list that this browser has kept, without a network. */
async function show(documents: readonly object[] = []) {
  const device = testDevice()
  writeDraft(device.environment.values, 'desk-tickets', { at: AT, tickets: [ticket] })
  await renderWithLocalData(<DeskTickets online={false} onDecided={async () => {}} />, { account, documents, device })
  await screen.findByText('Late')
  return async () => (await device.databases.mailbox().allOf('intent')).map(({ kind, payload }) => ({ kind, payload }))
}

const press = (name: string) => fireEvent.click(screen.getByText(name))

test('an admin without a network answers a message, and sees that the answer is kept', async () => {
  const asked = await show()
  press('Send answer')
  await screen.findByText('Please write an answer')
  fireEvent.change(screen.getByLabelText('Answer as Mogra'), { target: { value: 'At noon.' } })
  press('Send answer')
  await screen.findByText('The answer is saved on this phone')
  screen.getByText('At noon.')
  expect(await asked()).toEqual([
    { kind: 'answer-ticket', payload: { ticket: aUlid(1), version: 3, text: 'At noon.' } },
  ])
})

test('a message that is being closed cannot be answered', async () => {
  const asked = await show()
  press('Close')
  await screen.findByText('Saved on this phone: the message will be closed')
  expect(screen.queryByText('Send answer')).toBeNull()
  expect(await asked()).toEqual([{ kind: 'settle-item', payload: { item: ticket.id, version: 3, outcome: 'closed' } }])
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
