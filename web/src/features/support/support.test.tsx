// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import type { IntentOf, Ticket } from '#model'
import { startLanguage } from '../../i18n/start.ts'
import { anOrder, aReceipt, aUlid } from '../../testing/documents.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { SupportScreen } from './support.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

async function show(data: LocalData = {}, query = '') {
  const shown = await renderWithLocalData(
    <MemoryRouter initialEntries={[`/support${query}`]}>
      <SupportScreen />
    </MemoryRouter>,
    data,
  )
  await screen.findByRole('heading', { level: 1 })
  await screen.findByRole('searchbox')
  return shown.device
}

const fill = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
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
  press('Change')
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('asha@device.example')
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
})

test.each([
  ['cancle', /Can I change or cancel/],
  ['paymnt', /Which payment methods/],
  ['रद्द', /Can I change or cancel/],
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
