// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { aFlower } from '../../testing/documents.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { VirtualList } from './virtual-list.tsx'

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  await startLanguage()
})

const flower = (name: string) => aFlower({ _id: `flower:${name}`, name: { en: name, hi: name } })
const [bela, champa, juhi] = [flower('bela'), flower('champa'), flower('juhi')]
const list = (flowers: (typeof bela)[]) => <VirtualList flowers={flowers} view="grid" label="Flowers" />
const link = (name: string) => screen.findByRole('link', { name })

/** Renders the list, and returns a function that shows other flowers. */
async function renderShelf() {
  const shown = await renderWithLocalData(list([bela, champa]))
  return (flowers: (typeof bela)[]) => shown.rerender(<StrictMode>{list(flowers)}</StrictMode>)
}

test('a flower takes over the elements of the one that was in its place', async () => {
  const show = await renderShelf()
  const before = await link('bela')
  show([juhi, champa])
  expect(await link('juhi')).toBe(before)
})

test('a flower at the place of the focus gets new elements, so that a key is not meant for the old one', async () => {
  const show = await renderShelf()
  const [first, second] = [await link('bela'), await link('champa')]
  first.focus()
  show([juhi, champa])
  expect(await link('juhi')).not.toBe(first)
  expect(document.activeElement).toBe(document.body)
  expect(await link('champa')).toBe(second)
})
