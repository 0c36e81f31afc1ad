// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Application, Role } from '#model'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import '../../i18n/screens-english.ts'
import { aUlid } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { ApplicationState } from './application-state.tsx'

beforeAll(startLanguage)

const AT = '2026-11-21T10:00:00.000Z'
const summary = (role: Role) => ({ id: 'a1', email: 'ravi@device.example', name: 'Ravi', role })
const application = (changes: Partial<Application>): Application => ({
  ...{ _id: `application:${aUlid(1)}`, type: 'application', version: 2, applicationType: 'driver' },
  ...{ state: 'pending_verification', at: AT, changedAt: AT },
  ...changes,
})
const account = (role: Role) => ({ _id: 'account', type: 'account', version: 2, ...summary(role), createdAt: AT })

const show = (fact: Application, role: Role = 'CUSTOMER') =>
  renderWithLocalData(<ApplicationState />, { account: summary(role), documents: [account(role), fact] })

test.each([
  ['incoming', 'Your application has arrived'],
  ['unverified', 'Waiting for the code from your e-mail'],
  ['pending_verification', 'Your application is being reviewed'],
  ['discarded', 'This application was discarded'],
] as const)('an applicant sees that the application is %s', async (state, title) => {
  await show(application({ state }))
  await screen.findByRole('heading', { name: 'Your application as a delivery partner' })
  await screen.findByText(title)
})

test('a discarded application was not confirmed as the person’s own, whether by the code or by their answer', async () => {
  await show(application({ state: 'discarded' }))
  await screen.findByText('It was not confirmed as yours, so it was deleted together with its documents.')
})

test('while an application is reviewed, the promised times are shown', async () => {
  await show(application({ applicationType: 'wholesale_supplier' }))
  await screen.findByText(/verified within 24–48 hours.*within 1–2 business days/)
  screen.getByRole('heading', { name: 'Your application as a wholesale supplier' })
})

test('a rejected applicant reads the reason and can apply again', async () => {
  await show(
    application({ state: 'rejected', reason: 'The licence has expired.', applicationType: 'wholesale_supplier' }),
  )
  await screen.findByText('The licence has expired.')
  expect(screen.getByRole('link', { name: 'Apply again' }).getAttribute('href')).toBe('#/wholesale/register')
})

test('an approved applicant reads which role the account has once the session has it, and is led to its dashboard', async () => {
  const { device } = await show(application({ state: 'approved', applicationType: 'wholesale_supplier' }), 'SUPPLIER')
  const { sessionState } = device
  const signedIn = (role: Role) => {
    const { signedIn: known, ...rest } = sessionState.get()
    if (known) sessionState.set({ ...rest, signedIn: { ...known, account: summary(role) } })
  }
  await screen.findByText('You are a wholesale supplier now. Your orders as a customer stay yours.')
  expect(screen.getByRole('link').getAttribute('href')).toBe('#/wholesale/dashboard')
  act(() => signedIn('CUSTOMER'))
  await screen.findByText('Your account gets its new role in a moment.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('an approved application is not shown any more when the role was taken away', async () => {
  const { device } = await show(application({ state: 'approved' }), 'PARTNER')
  await screen.findByText(/^Approved/)
  const { db } = device.databases.mailbox()
  await db.put({ ...(await db.get('account')), ...account('CUSTOMER') })
  await waitFor(() => expect(screen.queryByText(/^Approved/)).toBeNull())
})

test('an applicant who reads Hindi sees the state in Hindi', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await act(() => chooseLanguage('hi'))
  await show(application({}))
  await screen.findByText('आपके आवेदन की जाँच हो रही है')
})
