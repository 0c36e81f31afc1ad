// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { encodeTime } from 'ulid'
import { beforeAll, expect, test } from 'vitest'
import type { DeliveryFact, Role } from '#model'
import { startLanguage } from '../../i18n/start.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { RoleOnly } from './role-only.tsx'

beforeAll(startLanguage)

const AT = '2026-11-21T10:00:00.000Z'
const ULID = `${encodeTime(Date.parse(AT), 10)}${'1'.padStart(16, '0')}`

const fact = (changes: Partial<DeliveryFact>): DeliveryFact => ({
  ...{ _id: `delivery:${ULID}`, type: 'delivery', order: `order:${ULID}`, version: 3, state: 'on_the_way' },
  pickup: { florist: { en: 'Gulab Bagh', hi: 'गुलाब बाग़' }, area: 'C-Scheme', pincode: '302001' },
  ...{ dropPincode: '302015', earningRupees: 50, deliveryOn: '2026-11-21', deliveryWindow: 'evening' },
  ...{ number: 'FLR1795231927699AB1', awardedAt: AT, changedAt: AT, steps: [] },
  ...changes,
})
const drop = { name: 'Sunita', phone: '+919829011420', address: '14, Bapu Nagar' }

const show = (role: Role, documents: readonly object[]) =>
  renderWithLocalData(
    <MemoryRouter>
      <RoleOnly only="PARTNER" path="/driver/dashboard" orCarriesFlowers>
        <p>the dashboard</p>
      </RoleOnly>
    </MemoryRouter>,
    { account: { id: 'p1', email: 'imran@mogra.example', name: 'Imran Khan', role }, documents },
  )
const denied = () => screen.findByRole('heading', { name: /^Access Denied/ })

test('a partner sees a partner’s screen', async () => {
  await show('PARTNER', [])
  screen.getByText('the dashboard')
})

test.each([
  ['who never had a delivery', []],
  ['whose deliveries are over', [fact({ state: 'delivered' })]],
  ['from whom one was taken back long ago', [fact({ state: 'taken_back' })]],
])('somebody without the role %s does not see it', async (_, documents) => {
  await show('CUSTOMER', documents)
  await denied()
})

test('somebody who lost the role with flowers on the way sees it until they are delivered', async () => {
  const { device } = await show('CUSTOMER', [fact({ state: 'on_the_way' })])
  await screen.findByText('the dashboard')
  const { db } = device.databases.mailbox()
  await act(async () => {
    await db.put({ ...(await db.get<DeliveryFact>(fact({})._id)), state: 'delivered', version: 4 })
  })
  await denied()
})

test('somebody who lost the role may have picked up what was taken back from them', async () => {
  await show('CUSTOMER', [fact({ state: 'taken_back', drop })])
  await screen.findByText('the dashboard')
})

test.each<[string, Role | undefined]>([
  ['a customer', 'CUSTOMER'],
  ['a partner', 'PARTNER'],
  ['a visitor', undefined],
])('a supplier’s screen is denied to %s, and a visitor is led to the login', async (_, role) => {
  await renderWithLocalData(
    <MemoryRouter>
      <RoleOnly only="SUPPLIER" path="/wholesale/dashboard">
        <p>the dashboard</p>
      </RoleOnly>
    </MemoryRouter>,
    role && { account: { id: 'p1', email: 'imran@mogra.example', name: 'Imran Khan', role } },
  )
  screen.getByRole('heading', { name: 'Access Denied - This page is only accessible to registered suppliers.' })
  const login = screen.queryByRole('link', { name: 'Log in' })
  expect(login?.getAttribute('href')).toBe(role ? undefined : '#/login?next=%2Fwholesale%2Fdashboard')
})
