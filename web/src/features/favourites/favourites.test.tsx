// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { cartLine } from '#model'
import { favourites } from '../../data/people/favourites.ts'
import { startLanguage } from '../../i18n/start.ts'
import { aFlower } from '../../testing/documents.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import type { TestDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { FavouritesScreen } from './favourites.tsx'

let device: TestDevice | undefined
beforeAll(startLanguage)

async function openFavourites(data?: LocalData) {
  ;({ device } = await renderWithLocalData(
    <MemoryRouter>
      <FavouritesScreen />
      <ToastRegion />
    </MemoryRouter>,
    data,
  ))
  await screen.findByRole('heading', { name: 'No favorites yet' })
}

test('a favourite can be put into the cart', async () => {
  await openFavourites()
  await favourites.set('tulips', true)
  fireEvent.click(await screen.findByRole('button', { name: 'Add to Cart: Pink Tulips' }))
  await screen.findByText('Pink Tulips: added to the cart')
  const lines = (await device?.databases.mailbox().leavesOf('cart')) ?? []
  expect(cartLine.merge(lines, [])).toMatchObject([{ flower: 'tulips', quantity: 1 }])
})

test('a favourite that was removed can be brought back', async () => {
  await openFavourites()
  await favourites.set('tulips', true)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from favorites: Pink Tulips' }))
  await screen.findByRole('heading', { name: 'No favorites yet' })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('link', { name: 'Pink Tulips' })
})

test('after several removals one Undo brings all favourites back', async () => {
  await openFavourites()
  for (const id of ['tulips', 'orchids']) await favourites.set(id, true)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from favorites: Pink Tulips' }))
  await screen.findByText('Pink Tulips is no favorite any more')
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from favorites: Purple Orchids' }))
  await screen.findByText('2 flowers are no favorites any more')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('link', { name: 'Pink Tulips' })
  await screen.findByRole('link', { name: 'Purple Orchids' })
})

test('favourites that have not fully arrived are called neither none nor all', async () => {
  const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }
  ;({ device } = await renderWithLocalData(
    <MemoryRouter>
      <FavouritesScreen />
    </MemoryRouter>,
    { account, isArriving: true },
  ))
  await screen.findByText('Your favorites are still arriving')
  expect(screen.queryByText('No favorites yet')).toBeNull()
  await favourites.set('tulips', true)
  await screen.findByRole('link', { name: 'Pink Tulips' })
  screen.getByText('Your favorites are still arriving')
})

test('a favourite whose flower has not arrived yet is not called missing, and is shown when it comes', async () => {
  await openFavourites({ catalogue: [], isCatalogueArriving: true })
  await favourites.set('tulips', true)
  await screen.findByText('Your favorites are still arriving')
  expect(screen.queryByText('No favorites yet')).toBeNull()
  const flower = aFlower({ _id: 'flower:tulips', name: { en: 'Pink Tulips', hi: 'गुलाबी ट्यूलिप' } })
  await device?.databases.catalogue.db.bulkDocs([flower])
  await screen.findByRole('link', { name: 'Pink Tulips' })
})
