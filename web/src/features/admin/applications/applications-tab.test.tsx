// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type ApplicationRow, type IntentOf, intentId, type Receipt } from '#model'
import { setPageClock } from '../../../clock/page-clock.ts'
import { decide, pendingAmong, withDecisions } from '../../../data/admin/applications.ts'
import type { Overview } from '../../../data/admin/desk.ts'
import { reasonDraft } from '../../../data/admin/desk-drafts.ts'
import '../../../i18n/desk-texts.ts'
import '../../../i18n/screens-english.ts'
import { chooseLanguage, startLanguage } from '../../../i18n/start.ts'
import { aReceipt, aUlid } from '../../../testing/documents.ts'
import { fakeDialogs } from '../../../testing/fake-dialogs.ts'
import { answer, deviceWithAnswers } from '../../../testing/fake-service.ts'
import { type LocalData, renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { ToastRegion } from '../../../ui/overlays/toasts.tsx'
import { ApplicationsTab } from './applications-tab.tsx'
import { RefusedDecisions } from './refused-decisions.tsx'
import { useDecided } from './use-applications.ts'
import { useDecisionToasts } from './use-decision-toasts.ts'

fakeDialogs()
beforeAll(startLanguage)
beforeEach(() => isWide(false))

const AT = '2026-11-21T10:00:00.000Z'
const account = { id: 'a1', email: 'anita@mogra.example', name: 'Anita', role: 'ADMIN' as const }

const driver = (n: number, changes: object = {}): ApplicationRow => ({
  ...{ _id: `application:${aUlid(n)}`, type: 'application', version: 3, state: 'pending_verification', at: AT },
  ...{ applicationType: 'driver', name: `Ravi ${n}`, email: `ravi${n}@example.com`, phone: '+919829011420' },
  ...{ city: 'jaipur', vehicleType: 'bike', vehicleNumber: 'RJ14SS0921', licenseNumber: 'RJ1420190034417' },
  ...{ documents: ['license', 'aadhar', 'pan', 'vehicleRC', 'photo'], isIncomplete: false },
  ...changes,
})
const supplier = (n: number): ApplicationRow => ({
  ...{ _id: `application:${aUlid(n)}`, type: 'application', version: 2, state: 'pending_verification', at: AT },
  ...{ applicationType: 'wholesale_supplier', businessName: 'Phool Mandi', contactPerson: 'Meera Rathore' },
  ...{ email: 'mandi@example.com', phone: '+919829011421', gstNumber: '08ABCDE1234F1Z5', panNumber: 'ABCDE1234F' },
  ...{ citiesServed: ['jaipur', 'delhi'], address: '14, Bapu Nagar', documents: ['panCard'], isIncomplete: true },
})

function isWide(matches: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))
}

let setRows: (rows: readonly ApplicationRow[]) => void = () => {}
let setOnline: (isOnline: boolean) => void = () => {}

/** The tab as the desk shows it, with these rows instead of the feed's. */
function Tab({ rows, of, online }: { rows: readonly ApplicationRow[]; of: 'partners' | 'suppliers'; online: boolean }) {
  const [now, setNow] = useState(rows)
  setRows = setNow
  const [isOnline, setIsOnline] = useState(online)
  setOnline = setIsOnline
  const applications = useDecided(now)
  useDecisionToasts(applications.decisions)
  return (
    <>
      <RefusedDecisions {...applications} />
      <p>{`waiting: ${JSON.stringify(pendingAmong(applications.open ?? []))}`}</p>
      <ApplicationsTab of={of} applications={applications} online={isOnline} />
      <ToastRegion />
    </>
  )
}

async function show(
  rows: readonly ApplicationRow[],
  {
    of = 'partners' as const,
    online = false,
    ...data
  }: LocalData & { of?: 'partners' | 'suppliers'; online?: boolean } = {},
) {
  const { device } = await renderWithLocalData(
    <MemoryRouter>
      <Tab rows={rows} of={of} online={online} />
    </MemoryRouter>,
    { account, ...data },
  )
  const { db } = device.databases.mailbox()
  return {
    asked: async () =>
      (await device.databases.mailbox().allOf('intent')).map(({ kind, payload }) => ({ kind, payload })),
    /** Writes the service's answer to the only intent. */
    async decide(changes: Partial<Receipt> = {}) {
      const [intent] = await device.databases.mailbox().allOf('intent')
      if (!intent) throw new Error('nothing was asked')
      await db.put(aReceipt(intent._id.slice('intent:'.length), changes))
    },
  }
}

const key = (key: string, more: { repeat?: boolean } = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const openCard = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^\\S* ?${name}`) }))
  return within(await screen.findByRole('article', { name }))
}
const shown = () => screen.getByRole('article').getAttribute('aria-label')
const field = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

test('an admin reads every field of a partner, and "Not specified" where experience is missing', async () => {
  await show([driver(1)])
  const card = await openCard('Ravi 1')
  card.getByText('Applied: 21 Nov, 3:30 pm')
  card.getByText('pending verification')
  const fields = ['E-mail', 'Phone', 'City', 'Vehicle', 'Vehicle number', 'Licence number', 'Experience']
  expect(fields.map(field)).toEqual([
    ...['ravi1@example.com', '+91 98290 11420', 'Jaipur', 'Motorcycle/Scooter', 'RJ14SS0921', 'RJ1420190034417'],
    'Not specified',
  ])
  expect(card.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe('mailto:ravi1@example.com')
})

test('an admin reads every field of a supplier, and which documents are missing', async () => {
  await show([supplier(1)], { of: 'suppliers' })
  const card = await openCard('Phool Mandi')
  const fields = ['Contact person', 'E-mail', 'Phone', 'GST number', 'PAN number', 'Cities served', 'Address']
  expect(fields.map(field)).toEqual([
    ...['Meera Rathore', 'mandi@example.com', '+91 98290 11421', '08ABCDE1234F1Z5', 'ABCDE1234F', 'Jaipur, Delhi'],
    '14, Bapu Nagar',
  ])
  card.getByText('Incomplete: documents are missing')
  expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    ...['GST certificateMissing', 'PAN card', 'Business licenceNot sent', 'Address proofMissing'],
  ])
})

test('without applications of its kind the tab says that all have been processed', async () => {
  await show([supplier(1)])
  await screen.findByText('No Pending Applications')
  screen.getByText('All partner applications have been processed.')
})

test('without a network an approval counts at once, is sent later, and says when it is confirmed', async () => {
  const { asked, decide } = await show([driver(1), driver(2), supplier(3)])
  await openCard('Ravi 1')
  press('Approve')
  await screen.findByText('waiting: {"partners":1,"suppliers":1}')
  expect(await asked()).toEqual([
    { kind: 'decide-application', payload: { application: aUlid(1), version: 3, decision: 'approved' } },
  ])
  const card = within(screen.getByRole('article', { name: 'Ravi 1' }))
  card.getByText('Approved on this phone, not sent yet')
  expect(card.getByRole('button', { name: /Processing/ }).getAttribute('aria-disabled')).toBe('true')
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Reject' }).disabled).toBe(true)

  await decide()
  await screen.findByText('Partner approved successfully! Email notification sent.')
  act(() => setRows([driver(2), supplier(3)]))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})

test('a rejection asks for the reason, which the applicant reads', async () => {
  const { asked, decide } = await show([supplier(1)], { of: 'suppliers' })
  await openCard('Phool Mandi')
  press('Reject')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject: Phool Mandi' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  dialog.getByText('Write a reason, for example: the licence has expired.')
  expect(await asked()).toEqual([])
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: '  The GST certificate is missing. ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await screen.findByText('Rejected on this phone, not sent yet')
  expect(await asked()).toEqual([
    {
      kind: 'decide-application',
      payload: { application: aUlid(1), version: 2, decision: 'rejected', reason: 'The GST certificate is missing.' },
    },
  ])
  expect(reasonDraft.get(`application:${aUlid(1)}`)).not.toBe('')
  await decide()
  await screen.findByText('Supplier rejected successfully! Email notification sent.')
  expect(reasonDraft.get(`application:${aUlid(1)}`)).toBe('')
})

test('a reason that was begun is there again, also after the decision was refused, until the application is rejected', async () => {
  const { decide } = await show([driver(1)])
  await openCard('Ravi 1')
  press('Reject')
  const reason = async () => screen.findByLabelText<HTMLTextAreaElement>('Reason')
  fireEvent.change(await reason(), { target: { value: 'The licence has expired.' } })
  press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Reject')
  expect((await reason()).value).toBe('The licence has expired.')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' }))
  await screen.findByText('Rejected on this phone, not sent yet')
  await decide({ outcome: 'refused', reason: 'application_changed' })
  await screen.findByText(/^Error: The application has changed/)
  press('Reject')
  expect((await reason()).value).toBe('The licence has expired.')
})

test('an admin whose decision came second reads who decided, what and when, although the row is gone', async () => {
  const { decide } = await show([driver(1)])
  await openCard('Ravi 1')
  press('Approve')
  await screen.findByText('Approved on this phone, not sent yet')
  await decide({
    ...{ outcome: 'refused', reason: 'already_decided' },
    result: { by: 'Kabir Rao', at: AT, decision: 'rejected' },
  })
  act(() => setRows([]))
  await screen.findByText('Error: Kabir Rao has rejected this application already: 21 Nov, 3:30 pm')
  screen.getByText('Ravi 1: your approval does not count.')
  press('Understood')
  await waitFor(() => expect(screen.queryByText(/Kabir Rao/)).toBeNull())
})

test.each([
  [driver(1), 'partners', 'application_unknown', 'Error: Driver application not found'],
  [supplier(1), 'suppliers', 'application_unknown', 'Error: Supplier application not found'],
  [
    ...[driver(1), 'partners', 'application_changed'],
    'Error: The application has changed since you read it. Please read it again and decide.',
  ],
] as [ApplicationRow, 'partners' | 'suppliers', string, string][])(
  'a decision about %o of %s that is refused with %s can be made again',
  async (row, of, reason, said) => {
    const { decide } = await show([row], { of })
    await openCard(row.applicationType === 'driver' ? 'Ravi 1' : 'Phool Mandi')
    press('Approve')
    await screen.findByText('Approved on this phone, not sent yet')
    await decide({ outcome: 'refused', reason })
    await screen.findByText(said)
    expect(screen.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBeNull()
  },
)

test('without a network the documents say why they do not open', async () => {
  await show([driver(1)])
  await openCard('Ravi 1')
  press('View Details')
  await screen.findByText('The details and documents need a network: they are not kept on this device.')
  expect(screen.queryByLabelText(/^Open in a new tab/)).toBeNull()
})

const details = {
  [`GET /api/admin/applications/${aUlid(1)}`]: () =>
    answer(200, {
      ...{
        documents: [],
        panNumber: 'ABCDE1234F',
        aadhaarEnds: '1234',
        isAadhaarWellFormed: true,
        isAadhaarKnown: true,
      },
      ...{ emergencyContact: '+919829011422', languages: ['hindi', 'marathi'], serviceRadius: 10 },
    }),
}

test('details that were opened without a network are read as soon as there is one', async () => {
  const { device } = deviceWithAnswers(details)
  await show([driver(1)], { device })
  await openCard('Ravi 1')
  press('View Details')
  await screen.findByText(/^The details and documents need a network/)
  act(() => setOnline(true))
  await screen.findByText('Hindi, Marathi')
  expect(screen.queryByText(/^The details and documents need a network/)).toBeNull()
})

test('documents can be opened while the code is fresh by the service’s clock, however wrong the device’s clock is', async () => {
  const { device } = deviceWithAnswers({
    ...details,
    'GET /api/admin/proof': () => answer(200, { until: '2026-11-21T10:10:00.000Z' }),
  })
  const clockAt = (time: string) => setPageClock({ now: () => new Date(time), subscribe: () => () => undefined })
  await show([driver(1)], { online: true, device })
  await openCard('Ravi 1')
  press('View Details')
  await screen.findByText('Hindi, Marathi')
  act(() => clockAt('2026-11-21T10:09:59.000Z'))
  press('Open in a new tab: Driving licence')
  await screen.findByRole('link', { name: 'Open in a new tab: Driving licence' })
  act(() => clockAt('2026-11-21T10:10:00.000Z'))
  screen.getByRole('button', { name: 'Open in a new tab: Driving licence' })
})

test('an admin reads the details, and opens the documents after a fresh code, each in a tab of its own that knows nothing of this one', async () => {
  let isProven = false
  const { device } = deviceWithAnswers({
    ...details,
    'GET /api/admin/proof': () =>
      isProven
        ? answer(200, { until: new Date(Date.now() + 60_000).toISOString() })
        : answer(403, { error: 'fresh_code_needed' }),
    'POST /api/login-codes': () => answer(202, { isMailLate: false }),
    'POST /api/sessions/proof': () => {
      isProven = true
      return answer(204)
    },
  })
  await show([driver(1)], { online: true, device })
  await openCard('Ravi 1')
  press('View Details')
  await screen.findByText('Hindi, Marathi')
  const read = ['PAN number', 'Aadhaar number', 'Emergency contact', 'Service radius'].map(field)
  const aadhaar = 'ends in 1234Another application has the same number'
  expect(read).toEqual(['ABCDE1234F', aadhaar, '+91 98290 11422', '10 km'])
  press('Open in a new tab: Driving licence')
  fireEvent.change(await screen.findByLabelText('Six-digit code'), { target: { value: '123456' } })
  press('Confirm')
  const opens = await screen.findByRole('link', { name: 'Open in a new tab: Driving licence' })
  expect(opens.getAttribute('href')).toBe(`http://127.0.0.1:9/api/admin/applications/${aUlid(1)}/documents/license`)
  expect([opens.getAttribute('target'), opens.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  fireEvent.click(opens)
  await screen.findByText('Opened')
})

test('a name, a city in either script and a part of the phone number find an application', async () => {
  await show([driver(1), driver(2, { name: 'Tenzin Bhutia', city: 'kolkata', phone: '+913312345678' })])
  const search = await screen.findByRole('searchbox')
  const found = () => screen.getByRole('list').textContent
  for (const text of ['bhutia', 'कोलकाता', '1234567']) {
    fireEvent.change(search, { target: { value: text } })
    expect(found()).toMatch(/Tenzin/)
    expect(found()).not.toMatch(/Ravi/)
  }
  fireEvent.change(search, { target: { value: 'nobody' } })
  screen.getByText('No application matches')
})

test('on a wide screen the keys move, approve and ask for the reason, and the next one follows a decided one', async () => {
  isWide(true)
  const { asked } = await show([driver(1), driver(2), driver(3)])
  await screen.findByRole('article', { name: 'Ravi 1' })
  key('j')
  expect(shown()).toBe('Ravi 1')
  key('j')
  expect(shown()).toBe('Ravi 2')
  expect(document.activeElement?.textContent).toMatch(/Ravi 2/)
  key('k')
  key('a')
  await screen.findByText('waiting: {"partners":2,"suppliers":0}')
  expect(await asked()).toMatchObject([{ payload: { application: aUlid(1), decision: 'approved' } }])
  act(() => setRows([driver(2), driver(3)]))
  expect(shown()).toBe('Ravi 2')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Ravi 2/))
  key('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  key('a')
  expect(await asked()).toHaveLength(1)
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })
  key('Enter')
  key('r')
  await screen.findByRole('dialog', { name: 'Reject: Ravi 2' })
})

test('the question mark lists the keys of the queue', async () => {
  isWide(true)
  await show([driver(1)])
  await screen.findByRole('article', { name: 'Ravi 1' })
  key('?')
  const help = await screen.findByRole('dialog', { name: 'Keys of this list' })
  expect([...help.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual([
    ...['j', 'k', 'Enter', 'a', 'r', '/', '?'],
  ])
})

test('what has taken the place of a decided application is decided by a key only once it was opened', async () => {
  isWide(true)
  const { asked } = await show([driver(1), driver(2), driver(3)])
  await screen.findByRole('article', { name: 'Ravi 1' })
  key('j')
  key('a')
  await screen.findByText('waiting: {"partners":2,"suppliers":0}')
  act(() => setRows([driver(2), driver(3)]))
  expect(shown()).toBe('Ravi 2')
  key('a')
  key('r')
  expect(screen.queryByRole('dialog')).toBeNull()
  key('j')
  expect(shown()).toBe('Ravi 2')
  await decide(driver(3), 'approved')
  expect((await asked()).map(({ payload }) => payload)).toMatchObject([
    ...[{ application: aUlid(1) }, { application: aUlid(3) }],
  ])
  key('a')
  await screen.findByText('waiting: {"partners":0,"suppliers":0}')
})

test('a key that is held moves on, but decides nothing', async () => {
  isWide(true)
  const { asked } = await show([driver(1), driver(2), driver(3)])
  await screen.findByRole('article', { name: 'Ravi 1' })
  key('j')
  key('a', { repeat: true })
  key('j', { repeat: true })
  expect(shown()).toBe('Ravi 2')
  await decide(driver(3), 'approved')
  expect(await asked()).toMatchObject([{ payload: { application: aUlid(3) } }])
})

test('on a phone the opened application takes its row’s place, and the focus stays there', async () => {
  await show([driver(1), driver(2)])
  const row = await screen.findByRole('button', { name: /Ravi 2/ })
  act(() => row.focus())
  fireEvent.click(row)
  const close = await screen.findByRole('button', { name: 'Close: Ravi 2' })
  expect(document.activeElement).toBe(close)
  expect(close.closest('li')?.nextElementSibling).toBeNull()
  fireEvent.click(close)
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Ravi 2/))
})

const overview: Overview = {
  ...{ at: AT, users: { CUSTOMER: 10, PARTNER: 2, SUPPLIER: 1, ADMIN: 1 }, pending: { partners: 2, suppliers: 1 } },
  ...{ orders: { total: 0, sold: 0, revenueRupees: 0 }, days: [], troubles: 0, tickets: 0 },
}
const decision = (n: number, decision: 'approved' | 'rejected'): IntentOf<'decide-application'> => ({
  ...{ _id: intentId(aUlid(90 + n)), type: 'intent', kind: 'decide-application', device: 'd', n, madeAt: AT },
  payload: { application: aUlid(n), version: 3, decision },
})

test('the overview counts a decision until the service’s figures contain it: an approval adds to the active partners', async () => {
  await show([])
  const open = [driver(1), driver(2), supplier(3)].map((row) => ({ row }))
  const figures = (receipt?: Receipt) => {
    const { users, pending } = withDecisions(
      overview,
      [{ intent: decision(1, 'approved'), receipt }, { intent: decision(3, 'rejected') }],
      open.map((view) =>
        view.row._id.endsWith('2') ? view : { ...view, decided: { decision: 'approved', stage: 'saved', at: AT } },
      ),
    )
    return [users.CUSTOMER, users.PARTNER, users.SUPPLIER, pending.partners, pending.suppliers]
  }
  expect(figures()).toEqual([9, 3, 1, 1, 0])
  expect(figures(aReceipt(aUlid(91), { decidedAt: '2026-11-21T09:59:00.000Z' }))).toEqual([10, 2, 1, 1, 0])
  expect(figures(aReceipt(aUlid(91), { outcome: 'refused' }))).toEqual([10, 2, 1, 1, 0])
})

test('an admin who reads Hindi decides in Hindi', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await act(() => chooseLanguage('hi'))
  await show([driver(1)])
  fireEvent.click(await screen.findByRole('button', { name: /Ravi 1/ }))
  press('मंज़ूर करें')
  await screen.findByText('इस फ़ोन पर मंज़ूर, अभी भेजा नहीं गया')
})

test('a second press decides nothing more, and a refused decision can be made again', async () => {
  const { asked, decide: answerIt } = await show([driver(1)])
  await screen.findByText('1 waiting, since 21 Nov')
  await Promise.all([decide(driver(1), 'approved'), decide(driver(1), 'rejected', 'No licence')])
  await decide(driver(1), 'rejected', 'No licence')
  expect(await asked()).toHaveLength(1)
  await answerIt({ outcome: 'refused', reason: 'application_changed' })
  await decide(driver(1, { version: 4 }), 'rejected', 'No licence')
  expect(await asked()).toHaveLength(2)
})
