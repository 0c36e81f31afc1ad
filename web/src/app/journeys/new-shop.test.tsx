// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { BrowseScreen } from '../../features/browse/browse.tsx'
import { HomeScreen } from '../../features/home/home.tsx'
import { AboutScreen } from '../../features/static-pages/about.tsx'
import { startLanguage } from '../../i18n/start.ts'
import { type LocalData, renderWithLocalData } from '../../testing/render-with-local-data.tsx'

beforeAll(startLanguage)

const admin = { id: 'a1', email: 'owner@device.example', name: 'Asha', role: 'ADMIN' as const }
const figures = (counted: object) => ({ _id: 'figures', type: 'figures', ...counted })

const open = (Screen: () => React.ReactNode, data: LocalData) =>
  renderWithLocalData(
    <MemoryRouter>
      <Screen />
    </MemoryRouter>,
    data,
  )
const stats = () =>
  screen.getAllByRole('listitem').flatMap(({ textContent }) => (/^[\d–]/.test(textContent ?? '') ? [textContent] : []))

test.each([['home', HomeScreen] as const, ['the shop', BrowseScreen] as const])(
  'a shop without flowers says on the screen of %s that it opens soon',
  async (_, Screen) => {
    await open(Screen, { catalogue: [] })
    await screen.findByRole('heading', { name: 'The shop opens soon' })
    expect(screen.queryByText('Featured flowers')).toBeNull()
    expect(screen.queryByText(/Nothing fits these filters/)).toBeNull()
  },
)

test.each([['home', HomeScreen] as const, ['the shop', BrowseScreen] as const])(
  'the owner of a shop without flowers reads on the screen of %s what to do first',
  async (_, Screen) => {
    await open(Screen, { catalogue: [], account: admin })
    const title = await screen.findByRole('heading', { name: 'Your shop has no flowers yet' })
    const steps = within(title.parentElement as HTMLElement)
    steps.getByText(/“Flowers in a live shop”/)
    expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#/email-test', '#/support'])
  },
)

test('a shop whose flowers have not arrived here does not say that it opens soon', async () => {
  await open(BrowseScreen, { catalogue: [], isCatalogueArriving: true })
  await screen.findByRole('heading', { name: 'Shop Flowers' })
  expect(screen.queryByText('The shop opens soon')).toBeNull()
})

test('a live shop shows what was counted, and no figure that is too small', async () => {
  await open(HomeScreen, { catalogue: [figures({ customers: 130 })] })
  await screen.findByText('130+')
  expect(stats()).toEqual(['50cities', '130+happy customers'])
})

test('a new shop makes no claim about its size', async () => {
  await open(AboutScreen, {})
  await waitFor(() => expect(stats()).toEqual([]))
})

test('figures that have not arrived leave their places free', async () => {
  await open(HomeScreen, { isCatalogueArriving: true })
  expect(stats()).toEqual(['–cities', '–happy customers', '–local florists', '–delivery partners'])
})

test('Start Ordering leads somebody without an account to register, and everybody else to the shop', async () => {
  const { unmount } = await open(HomeScreen, {})
  const target = () => screen.getByRole('link', { name: 'Start Ordering' }).getAttribute('href')
  expect(target()).toBe('#/register')
  unmount()
  await open(HomeScreen, { account: { ...admin, role: 'CUSTOMER' } })
  expect(target()).toBe('#/browse')
})
