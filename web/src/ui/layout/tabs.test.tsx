// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

const TABS = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value }))
const TAB_WIDTH = 100
const ROW_WIDTH = 250

/** jsdom has no layout: the row shows two and a half tabs. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('fieldset')
    if (!row || this === row) return new DOMRect(0, 0, ROW_WIDTH, 48)
    return new DOMRect([...row.children].indexOf(this) * TAB_WIDTH - row.scrollLeft, 0, TAB_WIDTH, 48)
  })
}

test('the current tab is scrolled into the row, as far as needed and no further', () => {
  vi.stubGlobal('DOMRect', Rect)
  layOut()
  const tabs = (current: string) => <Tabs label="Parts" tabs={TABS} current={current} onChange={() => {}} />
  const { rerender } = render(tabs('d'))
  const row = screen.getByRole('group', { name: 'Parts' })
  expect(row.scrollLeft).toBe(4 * TAB_WIDTH - ROW_WIDTH)
  rerender(tabs('c'))
  expect(row.scrollLeft).toBe(4 * TAB_WIDTH - ROW_WIDTH)
  rerender(tabs('a'))
  expect(row.scrollLeft).toBe(0)
})

/** jsdom lacks `DOMRect`. */
class Rect {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly width: number,
    readonly height: number,
  ) {}
  get left() {
    return this.x
  }
  get right() {
    return this.x + this.width
  }
}
