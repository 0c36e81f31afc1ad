import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import type { AccountSummary } from '../../../data/local/session-state.ts'
import { DriverRegisterScreen } from '../../../features/driver-register/driver-register.tsx'
import { RegisterScreen } from '../../../features/register/register.tsx'
import { WholesaleRegisterScreen } from '../../../features/wholesale-register/wholesale-register.tsx'
import { answer } from '../../../testing/fake-service.ts'
import type { TestDevice } from '../../../testing/test-device.ts'

const Elsewhere = () => <p>{`at ${useLocation().pathname}`}</p>

/** The browser's Back button. */
function SystemBack() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      system back
    </button>
  )
}

export const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <SystemBack />
      <Routes>
        <Route path="/driver/register" element={<DriverRegisterScreen />} />
        <Route path="/wholesale/register" element={<WholesaleRegisterScreen />} />
        <Route path="/register" element={<RegisterScreen />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  )

export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
export const step = (name: string) => screen.findByRole('heading', { level: 2, name })

export const asha: AccountSummary = { id: 'a1', email: 'asha@device.example', name: 'Asha Rathore', role: 'CUSTOMER' }
export const accountFact = {
  _id: 'account',
  type: 'account',
  version: 1,
  ...asha,
  createdAt: '2026-11-01T10:00:00.000Z',
}

/** Without an account, it signs out. */
export function signIn({ sessionState }: TestDevice, account: AccountSummary | undefined) {
  const { signedIn: _, ...rest } = sessionState.get()
  sessionState.set({
    ...rest,
    ...(account && { signedIn: { account, mailbox: { name: 'mailbox-x', generation: 1 } } }),
  })
}

export function fillPerson() {
  type('Name', 'Imran Khan')
  type('E-mail', 'Imran@device.example')
  type('Phone', '98290 11420')
  type('Emergency contact', '98290 11421')
  type('City', 'jaipur')
  type('Password', 'seven77')
  type('Confirm password', 'seven77')
}

export function fillVehicle() {
  fireEvent.click(screen.getByLabelText('Motorcycle/Scooter'))
  type('Vehicle number', 'RJ14 AB 1234')
}

export function fillNumbers() {
  type('Driving licence number', 'RJ14 20190034417')
  type('Aadhaar number', '2341 2341 2346')
  type('PAN number', 'ABCPE1234F')
}

function fillBusiness() {
  type('Business name', 'Phool Mandi')
  type('Contact person', 'Meena Devi')
  type('E-mail', 'meena@device.example')
  type('Phone', '98290 11420')
  type('Password', 'seven77')
  type('Confirm password', 'seven77')
}

export function fillLocation() {
  type('Business address', '14 MI Road')
  fireEvent.click(screen.getByLabelText('Jaipur'))
  fireEvent.click(screen.getByLabelText('Mumbai'))
}

export function fillSupplierNumbers() {
  type('GST number', '08ABCPE1234F1Z5')
  type('PAN number', 'ABCPE1234F')
}

/** Opens the supplier's form and fills it in, up to its last step. */
export async function openSupplierDocuments() {
  open('/wholesale/register')
  await step('Your business')
  fillBusiness()
  press('Continue')
  await step('Where you deliver')
  fillLocation()
  press('Continue')
  await step('Your papers, in numbers')
  fillSupplierNumbers()
  press('Continue')
  await step('Your documents')
}

export const accepted = (state: string) => () =>
  answer(201, { application: 'x', type: 'wholesale_supplier', state, email: 'meena@device.example', isMailLate: false })
