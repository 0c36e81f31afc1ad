// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import type { DeletionJob, User } from '../../../data/admin/desk.ts'
import '../../../i18n/desk-texts.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { fakeDialogs } from '../../../testing/fake-dialogs.ts'
import { answer, deviceWithAnswers } from '../../../testing/fake-service.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { UsersTab } from './users-tab.tsx'

fakeDialogs()
beforeAll(async () => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  await startLanguage()
})

const account = { id: 'a0', email: 'anita@mogra.example', name: 'Anita', role: 'ADMIN' as const }
const person = (n: number, changes: Partial<User> = {}): User => ({
  ...{ id: `a${n}`, name: `Person ${n}`, email: `person${n}@mogra.example`, role: 'CUSTOMER' },
  createdAt: '2026-11-21T10:00:00.000Z',
  ...changes,
})
const job: DeletionJob = {
  ...{ id: 'j1', by: 'a0', at: '2026-11-21T10:00:00.000Z', state: 'waiting', isEverybody: false, done: 0, total: 2 },
}

const pageOf = (users: readonly User[]) => ({
  ...{ users, found: users.length, foundNonAdmins: users.length },
  counts: { CUSTOMER: users.length, PARTNER: 0, SUPPLIER: 0, ADMIN: 0 },
})
const FAILED = { error: 'service_failed' }

/** The tab, which reads its list again when it says that something has changed. */
function Desk({ onDeleting }: { onDeleting: (job: DeletionJob) => void }) {
  const [round, setRound] = useState(0)
  return (
    <MemoryRouter initialEntries={['/admin?tab=users']}>
      <UsersTab
        round={round}
        online
        canClearAll
        onClearAll={() => {}}
        onChanged={() => setRound((n) => n + 1)}
        onDeleting={onDeleting}
      />
    </MemoryRouter>
  )
}

interface Service {
  /** The page that the service returns, for a query; undefined without a network. */
  page?: (query: URLSearchParams) => object | undefined
  ids?: () => Promise<string[]>
  status?: () => number
}

async function show(users: readonly User[], { page, ids, status = () => 200 }: Service = {}) {
  const queries: URLSearchParams[] = []
  const { device, asked } = deviceWithAnswers({
    'GET /api/admin/users': (_, query) => {
      queries.push(query)
      const found = page ? page(query) : pageOf(users.filter(({ role }) => (query.get('role') ?? role) === role))
      if (!found) throw new TypeError('no network')
      return status() === 200 ? answer(200, found) : answer(status(), FAILED)
    },
    'GET /api/admin/users/ids': async () => answer(200, { ids: await (ids?.() ?? users.map(({ id }) => id)) }),
    'POST /api/admin/deletions': () => answer(202, job),
    'POST /api/admin/users/a1/role': () => answer(204),
  })
  const onDeleting = vi.fn()
  await renderWithLocalData(<Desk onDeleting={onDeleting} />, { device, account })
  return { queries, onDeleting, sent: (what: string) => asked.filter((request) => request.what === what) }
}

const press = (name: string | RegExp, role = 'button') => fireEvent.click(screen.getByRole(role, { name }))

test('without a network the list of another filter is not shown, and that of the same filter is', async () => {
  let isReachable = true
  const users = [person(1)]
  await show(users, { page: () => (isReachable ? pageOf(users) : undefined) })
  await screen.findByText('Person 1')
  isReachable = false
  press(/^Partners/, 'radio')
  await screen.findByText('No network')
  screen.getByText(/This part has not been read on this device yet/)
  expect(screen.queryByText('Person 1')).toBeNull()
  expect(screen.queryByText('No Users Found')).toBeNull()
  press(/^All/, 'radio')
  await screen.findByText('Person 1')
  screen.getByText(/^No network: the list of/)
})

test('a failure of the service is not called a missing network', async () => {
  let status = 200
  await show([person(1)], { status: () => status })
  await screen.findByText('Person 1')
  status = 500
  press(/^Partners/, 'radio')
  await screen.findByText('Something went wrong. Please try again.')
  expect(screen.queryByText(/No network/)).toBeNull()
  press(/^All/, 'radio')
  await screen.findByText(/^Read at/)
  screen.getByText('Person 1')
})

test('an admin selects everybody whom the filter leaves, and deletes them', async () => {
  const { onDeleting, sent } = await show([person(1), person(2), person(3)], { ids: async () => ['a1', 'a2'] })
  await screen.findByText('Person 1')
  press('Select all: 3', 'checkbox')
  fireEvent.click(await screen.findByText('Delete Selected (2)'))
  await screen.findByText('2 users and all of their data will be deleted: Person 1, Person 2')
  press('Delete')
  await waitFor(() => expect(onDeleting).toHaveBeenCalledExactlyOnceWith(job))
  expect(sent('POST /api/admin/deletions').map(({ body }) => body)).toEqual([{ ids: ['a1', 'a2'] }])
  expect(screen.queryByText(/^Delete Selected/)).toBeNull()
})

test('a selection of everybody that arrives after the filter has changed selects nobody', async () => {
  const ids = Promise.withResolvers<string[]>()
  const users = [person(1), person(2)]
  const { sent } = await show(users, { ids: () => ids.promise })
  await screen.findByText('Person 1')
  press('Select all: 2', 'checkbox')
  await waitFor(() => expect(sent('GET /api/admin/users/ids')).toHaveLength(1))
  press(/^Partners/, 'radio')
  await screen.findByText('No Users Found')
  ids.resolve(['a1', 'a2'])
  // This answer comes after the late one.
  users.push(person(9, { role: 'PARTNER' }))
  press('Refresh')
  await screen.findByText('Person 9')
  expect(screen.queryByText(/^Delete Selected/)).toBeNull()
})

test('the next page is read when the end of the list comes near', async () => {
  const users = [0, 1, 2, 3, 4, 5].map((n) => person(n))
  const { queries } = await show(users, {
    page: (query) =>
      query.get('after') === 'next'
        ? { ...pageOf(users.slice(5)), found: 6 }
        : { ...pageOf(users.slice(0, 5)), found: 6, next: 'next' },
  })
  await screen.findByText('Person 5')
  expect(screen.getAllByText(/^Person/).map(({ textContent }) => textContent)).toEqual(users.map(({ name }) => name))
  expect(queries.at(-1)?.get('after')).toBe('next')
})

test('the keys begin at the top again when the list becomes another one', async () => {
  await show([person(1), person(2), person(3, { role: 'PARTNER' })])
  await screen.findByText('Person 3')
  const key = (name: string) => fireEvent.keyDown(document.body, { key: name })
  const rowOf = (name: string) => screen.getByText(name).closest('tr')
  // The list hears keys a moment after it is drawn.
  await waitFor(() => {
    key('k')
    expect(document.activeElement).toBe(rowOf('Person 1'))
  })
  key('j')
  await waitFor(() => expect(document.activeElement).toBe(rowOf('Person 2')))
  key('x')
  await screen.findByRole('checkbox', { name: 'Select Person 2', checked: true })
  press(/^Customers/, 'radio')
  await waitFor(() => expect(screen.queryByText('Person 3')).toBeNull())
  key('x')
  expect(screen.queryByText(/^Delete Selected/)).toBeNull()
  key('j')
  key('x')
  await screen.findByRole('checkbox', { name: 'Select Person 1', checked: true })
})

test('a role is taken away only with a reason, which is asked for once', async () => {
  const { queries, sent } = await show([person(1, { role: 'PARTNER' })])
  fireEvent.click(await screen.findByText('Person 1'))
  press('Take the role away')
  press('Take the role away')
  await screen.findByText('Write a reason, for example: three complaints in a week.')
  expect(screen.queryByText('Please check what you typed.')).toBeNull()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Three complaints' } })
  const readBefore = queries.length
  press('Take the role away')
  await waitFor(() => expect(sent('POST /api/admin/users/a1/role')).toHaveLength(1))
  await waitFor(() => expect(queries.length).toBeGreaterThan(readBefore))
})
