// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Tabs } from './tabs.tsx'

const TABS = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value }))
const TAB_WIDTH = 100
const ROW_WIDTH = 250

const rect = (left: number, width: number) => ({ left, right: left + width }) as DOMRect

/** jsdom has no layout: the row shows two and a half tabs. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('fieldset')
    if (!row || this === row) return rect(0, ROW_WIDTH)
    return rect([...row.children].indexOf(this) * TAB_WIDTH - row.scrollLeft, TAB_WIDTH)
  })
}

test('the current tab is scrolled into the row, as far as needed and no further', () => {
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
