import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { lastDeliveryDay } from '#model'
import { allFlowers } from '../data/catalogue/flowers.ts'
import { drafts } from '../data/drafts.ts'
import { cart, cartLines } from '../data/orders/cart.ts'
import { useLive } from '../data/use-live.ts'
import { CheckoutScreen } from '../features/checkout/checkout.tsx'
import { ToastRegion } from '../ui/overlays/toasts.tsx'
import { openLocalData } from './render-with-local-data.tsx'

function Place() {
  const { pathname, state } = useLocation()
  return (
    <p>
      at {pathname}
      {state && ` with ${JSON.stringify(state)}`}
    </p>
  )
}

function SystemBack() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      system Back
    </button>
  )
}

function Read() {
  const view = useLive(cartLines)
  return (
    <>
      <p>catalogue {useLive(allFlowers).status === 'ready' && 'read'}</p>
      <p>{view.status === 'ready' && view.data.lines.length} in the cart</p>
    </>
  )
}

/** Renders the checkout with this device's data, and beside it what a test checks. */
export const renderCheckout = (query: string) =>
  render(
    <MemoryRouter initialEntries={[`/checkout?${query}`]}>
      <Routes>
        <Route path="/checkout" element={<CheckoutScreen />} />
        <Route path="*" element={<Place />} />
      </Routes>
      <Read />
      <ToastRegion />
      <SystemBack />
    </MemoryRouter>,
  )

/** The account that is signed in. */
export const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
/** The draft that the delivery step stores once it is filled in. */
export const typed = {
  name: 'Sunita Deshpande',
  phone: '9829011420',
  address: '14, Bapu Nagar',
  city: 'jaipur',
  pincode: '302015',
  landmark: '',
  deliveryOn: lastDeliveryDay(new Date()),
  deliveryWindow: 'any',
}
/** Clicks a button once it is there. */
export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

/** Puts tulips into the cart and an address into the draft; returns the mailbox. */
export async function readyToPay(role: 'CUSTOMER' | 'PARTNER' = 'CUSTOMER') {
  const device = await openLocalData({ account: { ...account, role } })
  await cart.add('tulips', 1)
  drafts.save('checkout', typed)
  return device.databases.mailbox()
}
