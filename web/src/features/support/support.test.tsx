// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { EDITABLE_MINUTES, type IntentOf, REPORTABLE_HOURS, type Ticket } from '#model'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import { logInInAnotherTab, logOutInAnotherTab } from '../../testing/another-tab.ts'
import { anOrder, aReceipt, aUlid } from '../../testing/documents.ts'
import { type LocalData, openLocalData } from '../../testing/render-with-local-data.tsx'
import { SupportScreen } from './support.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

async function show(data: LocalData = {}, query = '') {
  const device = await openLocalData(data)
  await renderSupport(query)
  return device
}

/** Shows the screen again on the device that is open. */
async function renderSupport(query = '') {
  cleanup()
  render(
    <StrictMode>
      <MemoryRouter initialEntries={[`/support${query}`]}>
        <SupportScreen />
      </MemoryRouter>
    </StrictMode>,
  )
  await screen.findByRole('heading', { level: 1 })
  await screen.findByRole('searchbox')
}

const fill = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const asked = async (device: Awaited<ReturnType<typeof show>>) =>
  (await device.databases.mailbox().allOf('intent')) as IntentOf<'contact-support'>[]

function aTicket(changes: Partial<Ticket> = {}): Ticket {
  const at = '2026-11-21T10:00:00.000Z'
  return {
    ...{ _id: `ticket:${aUlid(1)}`, type: 'ticket', version: 1, number: 'SUP1763700000000ABC', state: 'open' },
    ...{ category: 'delivery', subject: 'Late', message: 'Where are they?', at, changedAt: at, answers: [] },
    ...changes,
  }
}

test('a visitor’s message is stored, the form is cleared, and the message shows below with its state', async () => {
  const device = await show()
  press('Send message')
  await screen.findByText('Please enter your name')
  for (const text of ['Please enter your e-mail address', 'Please enter a subject', 'Please write your message'])
    screen.getByText(text)
  fill('Name', 'Asha')
  fill('E-mail', 'Asha@Example.com')
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'payment' } })
  fill('Subject', 'Twice')
  fill('Message', 'I paid twice.')
  press('Send message')
  await screen.findByText(/^Your message is (on its way|saved on this phone)$/)
  const [intent] = await asked(device)
  expect(intent).toMatchObject({
    kind: 'contact-support',
    payload: {
      name: 'Asha',
      email: 'asha@example.com',
      category: 'payment',
      subject: 'Twice',
      message: 'I paid twice.',
    },
  })
  expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('')
  const own = await screen.findByRole('list', { name: 'Your messages' })
  within(own).getByText('Twice')
  within(own).getByText(/^Saved on this phone, /)
})

test('an account does not type its name and address, and may change them', async () => {
  const device = await show({ account })
  screen.getByText(/We answer to asha@device\.example\./)
  fill('Subject', 'Hello')
  fill('Message', 'Are you there?')
  press('Send message')
  await waitFor(async () => expect(await asked(device)).toHaveLength(1))
  const [intent] = await asked(device)
  expect(intent?.payload).toMatchObject({ name: 'Asha', email: 'asha@device.example', category: 'general' })
  act(() => screen.getByRole('button', { name: 'Change' }).focus())
  press('Change')
  expect(typed('E-mail')).toBe('asha@device.example')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('what a visitor typed is sent in the name of the account that they log in to', async () => {
  const device = await show()
  fill('Subject', 'Hello')
  fill('Message', 'Are you there?')
  logInInAnotherTab(device, account)
  await renderSupport()
  screen.getByText(/We answer to asha@device\.example\./)
  press('Send message')
  await waitFor(async () => expect(await asked(device)).toHaveLength(1))
  expect((await asked(device))[0]?.payload).toMatchObject({
    ...{ name: 'Asha', email: 'asha@device.example', message: 'Are you there?' },
  })
})

test('what was typed comes back to a person who logged out in another tab, and is never sent for the next', async () => {
  const device = await show({ account })
  fill('Subject', 'Hello')
  fill('Message', 'Are you there?')
  act(() => logOutInAnotherTab(device))
  screen.getByRole('heading', { name: 'You are logged out' })
  expect(screen.queryByRole('button', { name: 'Send message' })).toBeNull()
  act(() => logInInAnotherTab(device, account))
  await screen.findByLabelText('Message')
  expect(typed('Message')).toBe('Are you there?')

  act(() => logOutInAnotherTab(device))
  act(() => logInInAnotherTab(device, { ...account, id: 'a2', name: 'Ravi', email: 'ravi@device.example' }))
  await screen.findByText(/We answer to ravi@device\.example\./)
  expect(typed('Message')).toBe('')
  fill('Subject', 'Late')
  fill('Message', 'Where are they?')
  press('Send message')
  await waitFor(async () => expect(await asked(device)).toHaveLength(1))
  expect((await asked(device))[0]?.payload).toMatchObject({ name: 'Ravi', email: 'ravi@device.example' })
})

test('an application has its subject, and carries the job', async () => {
  const device = await show({ account }, '?job=city-lead')
  expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Application: City Operations Lead')
  fill('Message', 'I know Jaipur.')
  press('Send message')
  await waitFor(async () => expect(await asked(device)).toHaveLength(1))
  expect((await asked(device))[0]?.payload).toMatchObject({
    ...{ category: 'general', subject: 'Application: City Operations Lead', job: 'city-lead' },
  })
})

test('a message and an application that were begun do not replace each other', async () => {
  const device = await show({ account })
  fill('Subject', 'Late')
  fill('Message', 'Where are they?')
  await renderSupport('?job=city-lead')
  expect(typed('Message')).toBe('')
  fill('Message', 'I know Jaipur.')
  await renderSupport()
  expect(typed('Message')).toBe('Where are they?')
  await renderSupport('?job=city-lead')
  expect(typed('Message')).toBe('I know Jaipur.')
  press('Send message')
  await waitFor(async () => expect(await asked(device)).toHaveLength(1))
  await waitFor(() => expect(typed('Message')).toBe('Where are they?'))
  await renderSupport('?job=city-lead')
  expect(typed('Message')).toBe('')
})

test('a phone that cannot store the message says so in the specified words, and keeps what was typed', async () => {
  const device = await show({ account })
  fill('Subject', 'Hello')
  fill('Message', 'Are you there?')
  device.databases.mailbox().db.put = () => Promise.reject(new Error('broken'))
  press('Send message')
  await screen.findByText('Failed to send message. Please try again or contact us directly.')
  expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('Are you there?')
  device.databases.mailbox().db.put = () => Promise.reject({ reason: 'QuotaExceededError' })
  press('Send message')
  await screen.findByText(/^Failed to send message: \S/)
  await act(() => chooseLanguage('hi'))
  await screen.findByText(/^संदेश नहीं भेजा जा सका: \S/)
  await act(() => chooseLanguage('en'))
})

test('own messages show what was answered, and why one was refused', async () => {
  const refused = {
    ...{ _id: `intent:${aUlid(2)}`, type: 'intent', kind: 'contact-support', device: 'elsewhere', n: 1 },
    ...{ madeAt: '2026-11-21T10:00:00.000Z' },
    payload: { name: 'A', email: 'a@b.example', category: 'general', subject: 'Again', message: 'And again' },
  }
  const answered = aTicket({ state: 'answered', answers: [{ text: 'At noon.', at: '2026-11-21T11:00:00.000Z' }] })
  await show({
    account,
    documents: [answered, refused, aReceipt(aUlid(2), { outcome: 'refused', reason: 'too_many_tickets' })],
  })
  const own = await screen.findByRole('list', { name: 'Your messages' })
  within(own).getByText(/^Answered, /)
  within(own).getByText('At noon.')
  within(own).getByText(/^Failed to send message: There were too many messages/)
  const [conversation, ...others] = within(own).getAllByText('Open the conversation')
  expect(conversation?.closest('a')?.getAttribute('href')).toBe('#/chat/support-a1')
  expect(others).toEqual([])
  expect(screen.getByRole('link', { name: 'Write to Mogra' }).getAttribute('href')).toBe('#/chat/support-a1')
})

test('a visitor is led into no conversation', async () => {
  await show({ documents: [aTicket()] })
  await screen.findByRole('list', { name: 'Your messages' })
  expect(screen.queryByText('Open the conversation')).toBeNull()
  expect(screen.queryByText('Write to Mogra')).toBeNull()
})

test.each([
  ['cancle', /Can I change or cancel/],
  ['paymnt', /Which payment methods/],
  ['रद्द', /Can I change or cancel/],
  [`${EDITABLE_MINUTES} minutes`, /Can I change or cancel/],
  [`${EDITABLE_MINUTES} मिनट`, /Can I change or cancel/],
  [`${REPORTABLE_HOURS} hours`, /arrived damaged or wrong/],
])('a search for "%s" finds its question', async (typed, question) => {
  await show()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: typed } })
  screen.getByText(question)
  screen.getByText(/^\d of 11$/)
})

test('a search that finds nothing says so', async () => {
  await show()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'xyzzyxyzzy' } })
  screen.getByText('No FAQs found matching your search.')
})

test.each([
  ['the newest order that is under way', [anOrder(aUlid(4)), anOrder(aUlid(3))], `#/order-tracking/${aUlid(4)}`],
  ['the history where there is none', [], '#/order-history'],
])('Track Order leads to %s', async (_, underWay, address) => {
  await show({ account, documents: [anOrder(aUlid(5), { status: 'delivered' }), ...underWay] })
  await waitFor(() => expect(screen.getByRole('link', { name: 'Track Order' }).getAttribute('href')).toBe(address))
})

test('WhatsApp opens with a greeting that names who is logged in', async () => {
  await show({ account })
  const chat = await screen.findByRole('link', { name: /^WhatsApp support/ })
  expect(decodeURIComponent(chat.getAttribute('href') ?? '')).toBe(
    'https://wa.me/912215550100?text=Hello Mogra, I am Asha. I have a question about my order.',
  )
})
