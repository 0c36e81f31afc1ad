// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { promoId } from '#model'
import { SAMPLE_FLOWERS } from '../../../../../design-docs/model/catalogue/sample-catalogue.ts'
import { samplePromos } from '../../../../../design-docs/model/orders/promos/sample-promos.ts'
import { drafts } from '../../../data/drafts.ts'
import { cart } from '../../../data/orders/cart.ts'
import { startLanguage } from '../../../i18n/start.ts'
import { account, press, readyToPay, renderCheckout, typed } from '../../../testing/checkout-screen.tsx'
import { deviceWithAnswers } from '../../../testing/fake-service.ts'
import { openLocalData } from '../../../testing/render-with-local-data.tsx'

beforeAll(startLanguage)

test('an item that another phone adds is shown at the payment, after a reload too, and must be agreed to', async () => {
  const mailbox = await readyToPay()
  renderCheckout('')
  await press('Continue to Payment')
  await screen.findByRole('button', { name: 'Place order' })
  await waitFor(() => expect(drafts.get('seen')).toMatchObject({ totalRupees: 1414 }))
  await cart.add('red-roses', 1)
  await screen.findByText(/^You saw ₹1,414, now it is ₹2,358/)
  await press('Place order')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Your order is not the same any more/))
  cleanup()
  renderCheckout('step=payment')
  const accept = await screen.findByRole('button', { name: 'Go on with ₹2,358' })
  expect(await mailbox.openIntents('place-order')).toEqual([])
  accept.focus()
  fireEvent.click(accept)
  await waitFor(() => expect(screen.queryByText(/^You saw/)).toBeNull())
  expect(document.activeElement?.textContent).toBe('Place order')
  await press('Place order')
  await waitFor(async () => expect(await mailbox.openIntents('place-order')).toHaveLength(1))
})

test('a change made before the payment step is opened again needs no consent', async () => {
  await readyToPay()
  renderCheckout('')
  await press('Continue to Payment')
  await screen.findByRole('button', { name: 'Place order' })
  await press('Back')
  await screen.findByLabelText('Address')
  await cart.add('red-roses', 1)
  await screen.findByText('2 in the cart')
  await press('Continue to Payment')
  await waitFor(() => expect(drafts.get('seen')).toMatchObject({ totalRupees: 2358 }))
  expect(screen.queryByText(/^You saw/)).toBeNull()
})

test('a promo code that the person applies or removes needs no consent; one that ends meanwhile does', async () => {
  const device = await openLocalData({ account, catalogue: [...SAMPLE_FLOWERS, ...(await samplePromos())] })
  await cart.add('tulips', 1)
  drafts.save('checkout', typed)
  renderCheckout('step=payment')
  fireEvent.change(await screen.findByLabelText(/^Promo code/), { target: { value: 'MOGRA10' } })
  await press('Apply')
  await waitFor(() => expect(drafts.get('seen')).toMatchObject({ totalRupees: 1277 }))
  await press('Remove the promo code')
  await waitFor(() => expect(drafts.get('seen')).toMatchObject({ totalRupees: 1414 }))
  expect(screen.queryByText(/^You saw/)).toBeNull()

  fireEvent.change(screen.getByLabelText(/^Promo code/), { target: { value: 'MOGRA10' } })
  await press('Apply')
  await waitFor(() => expect(drafts.get('seen')).toMatchObject({ totalRupees: 1277 }))
  const { db } = device.databases.catalogue
  const promo = await db.get<object>(await promoId('MOGRA10'))
  await db.bulkDocs([{ ...promo, endsAt: '2025-01-01T00:00:00.000Z' }])
  await screen.findByText(/^You saw ₹1,277, now it is ₹1,414/)
})

test('while the service is asked about a code after a reload, the total is not shown as risen', async () => {
  const { device } = deviceWithAnswers({ 'POST /db/catalogue/_bulk_get': () => new Promise(() => undefined) })
  await openLocalData({ account, device })
  await cart.add('tulips', 1)
  drafts.save('checkout', typed)
  renderCheckout('step=payment')
  await waitFor(() => expect(drafts.get('seen')).toMatchObject({ totalRupees: 1414 }))
  cleanup()
  drafts.save('promo', { text: 'SLOWCODE', isApplied: true })
  drafts.save('seen', { ...Object(drafts.get('seen')), promo: 'SLOWCODE', totalRupees: 1277 })
  renderCheckout('step=payment')
  await screen.findByText('Checking SLOWCODE…')
  expect(screen.queryByText(/^You saw/)).toBeNull()
  expect(drafts.get('seen')).toMatchObject({ totalRupees: 1277 })
})

test('a cart that is ordered on another phone ends the checkout, and the next screen says so', async () => {
  await readyToPay()
  renderCheckout('step=payment')
  await screen.findByRole('button', { name: 'Place order' })
  await cart.clear()
  await screen.findByText('at /cart with {"wasFilled":true}')
})
