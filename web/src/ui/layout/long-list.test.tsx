// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { HashRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { AccordionItem, LongAccordion } from './accordion.tsx'
import { LongList } from './long-list.tsx'

beforeAll(startLanguage)

function show(address: string, count: number, isWhole = true) {
  location.hash = address
  render(
    <HashRouter>
      <LongList items={Array.from({ length: count }, (_, n) => n)} isWhole={isWhole}>
        {(n) => (
          <li key={n}>
            <a href={`#/${n}`}>{n}</a>
          </li>
        )}
      </LongList>
    </HashRouter>,
  )
}

const links = () => [...document.querySelectorAll('a')]

test('a long list shows fifty items, then fifty more at each tap, and as many after a reload', () => {
  show('#/list?show=delivered', 110)
  screen.getByText('50 of 110 are shown.')
  expect(links()).toHaveLength(50)
  fireEvent.click(screen.getByText('Show 50 more'))
  screen.getByText('100 of 110 are shown.')
  // Screen readers and keyboards continue at the first new item.
  expect(document.activeElement).toBe(links()[50])
  expect(location.hash).toBe('#/list?show=delivered&shown=100')

  cleanup()
  show(location.hash, 110)
  screen.getByText('100 of 110 are shown.')
  fireEvent.click(screen.getByText('Show 10 more'))
  expect(links()).toHaveLength(110)
  expect(document.activeElement).toBe(links()[100])
  expect(screen.queryByText(/more$/)).toBeNull()
})

test('a list of items without a control continues at the first new item, too', () => {
  location.hash = '#/list'
  render(
    <HashRouter>
      <LongList items={Array.from({ length: 60 }, (_, n) => n)} isWhole>
        {(n) => <li key={n}>{n}</li>}
      </LongList>
    </HashRouter>,
  )
  fireEvent.click(screen.getByText('Show 10 more'))
  expect(document.activeElement).toBe(document.querySelectorAll('li')[50])
})

test('a list that opens draws a screenful first, then its fifty items; after Back it draws all at once', () => {
  const drawn: number[] = []
  const watched = (
    <Profiler id="list" onRender={() => drawn.push(links().length)}>
      <LongList items={Array.from({ length: 60 }, (_, n) => n)} isWhole>
        {(n) => (
          <li key={n}>
            <a href={`#/${n}`}>{n}</a>
          </li>
        )}
      </LongList>
    </Profiler>
  )
  location.hash = '#/list'
  render(<HashRouter>{watched}</HashRouter>)
  expect(drawn).toEqual([10, 50])

  cleanup()
  drawn.length = 0
  history.replaceState({ key: 'visited', idx: 1 }, '')
  render(<HashRouter>{watched}</HashRouter>)
  expect(new Set(drawn)).toEqual(new Set([50]))
})

test.each(['nonsense', '-50', '1e9', '2.5'])('an address that asks for %s items shows some', (shown) => {
  show(`#/list?shown=${shown}`, 3)
  expect(links()).toHaveLength(3)
})

test('a list shows no count while older items are being read', () => {
  show('#/list', 60, false)
  screen.getByText('Older ones are still being read on this phone.')
  expect(links()).toHaveLength(50)
  expect(screen.queryByText(/are shown/)).toBeNull()
})

test('two lists of a screen show more without each other', () => {
  const items = Array.from({ length: 60 }, (_, n) => n)
  const item = (n: number) => <li key={n}>{n}</li>
  location.hash = '#/list'
  render(
    <HashRouter>
      <LongList items={items} isWhole label="Open">
        {item}
      </LongList>
      <LongList items={items} isWhole label="Earlier" inAddress="earlier">
        {item}
      </LongList>
    </HashRouter>,
  )
  const sizes = () => ['Open', 'Earlier'].map((name) => screen.getByRole('list', { name }).children.length)
  expect(sizes()).toEqual([50, 50])
  fireEvent.click(screen.getAllByText('Show 10 more')[1] as HTMLElement)
  expect(sizes()).toEqual([50, 60])
  expect(location.hash).toBe('#/list?earlier=100')
})

test('a long accordion shows fifty entries, and more at a tap that leads to the first new one', () => {
  location.hash = '#/list'
  render(
    <HashRouter>
      <LongAccordion label="Messages" items={Array.from({ length: 60 }, (_, n) => n)}>
        {(n) => (
          <AccordionItem key={n} head={`Message ${n}`}>
            {`Text ${n}`}
          </AccordionItem>
        )}
      </LongAccordion>
    </HashRouter>,
  )
  const entries = () => [...screen.getByRole('list', { name: 'Messages' }).querySelectorAll('summary')]
  expect(entries()).toHaveLength(50)
  fireEvent.click(screen.getByText('Show 10 more'))
  expect(entries()).toHaveLength(60)
  expect(document.activeElement).toBe(entries()[50])
})
