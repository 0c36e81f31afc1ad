// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { cart } from '../../data/cart.ts'
import { allFlowers } from '../../data/catalogue.ts'
import { COMPLETENESS, type Completeness } from '../../data/local/catalogue.ts'
import { replaceHere } from '../../data/page/here.ts'
import { changeLocal } from '../../data/pouch/local-document.ts'
import { useLive } from '../../data/use-live.ts'
import { startLanguage } from '../../i18n/start.ts'
import { aFlower } from '../../testing/documents.ts'
import { openLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { CheckoutScreen } from './checkout.tsx'

let device: TestDevice | undefined
beforeAll(startLanguage)
afterEach(async () => {
  cleanup()
  await device?.close()
  device = undefined
  replaceHere(undefined)
})

function Place() {
  return <p>at {useLocation().pathname}</p>
}

function Read() {
  return <p>catalogue {useLive(allFlowers).status === 'ready' && 'read'}</p>
}

const checkOut = (query: string) =>
  render(
    <MemoryRouter initialEntries={[`/checkout?${query}`]}>
      <Routes>
        <Route path="/checkout" element={<CheckoutScreen />} />
        <Route path="*" element={<Place />} />
      </Routes>
      <Read />
    </MemoryRouter>,
  )

test.each(['quantity=0', 'quantity=1.5', '', `quantity=1&message=${'x'.repeat(501)}`])(
  'a Buy Now that does not fit (%s) goes to its flower, and never orders the cart',
  async (rest) => {
    device = await openLocalData()
    await cart.add('tulips', 1)
    checkOut(`flower=red-roses&${rest}`)
    await screen.findByText('at /product/red-roses')
  },
)

test('a Buy Now waits for the catalogue, and leaves only when the whole of it has no such flower', async () => {
  device = await openLocalData({ catalogue: [] })
  const { db } = device.databases.catalogue
  await changeLocal<Completeness>(db, COMPLETENESS, {}, () => ({}))
  checkOut('flower=tulips&quantity=2')
  await screen.findByText('catalogue read')
  await db.bulkDocs([aFlower({ _id: 'flower:tulips' })])
  await screen.findByRole('heading', { name: 'Where should we deliver?' })

  cleanup()
  checkOut('flower=no-such-flower&quantity=1')
  await screen.findByText('catalogue read')
  expect(screen.queryByText('at /browse')).toBeNull()
  await changeLocal<Completeness>(db, COMPLETENESS, {}, () => ({ at: '2026-11-21T10:00:00.000Z' }))
  device.announce(['catalogue'])
  await screen.findByText('at /browse')
})
