import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until `to` has the focus; checks that each element on the way is visible and shows its focus. */
export async function tabTo(page: Page, to: Locator) {
  await expect(to).toBeVisible()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await to.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    // A toast may cover the element for a moment.
    await expect.poll(() => page.evaluate(focusedPart)).toMatchObject({ isMarked: true, isUncovered: true })
  }
  throw new Error(`Tab does not lead to ${to}`)
}

export async function press(page: Page, what: Locator, key = 'Enter') {
  await tabTo(page, what)
  await page.keyboard.press(key)
}

export async function type(page: Page, into: Locator, text: string) {
  await tabTo(page, into)
  await page.keyboard.type(text)
}

/** Describes the focused element. Its visible part may be its label, because the radio of a card is not visible. */
function focusedPart() {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { what: 'nothing', isMarked: true, isUncovered: true }
  const parts = [focused, focused.parentElement, focused.closest('label'), focused.nextElementSibling]
  const marked = parts.find((part) => {
    const { outlineStyle, outlineWidth } = part ? getComputedStyle(part) : { outlineStyle: 'none', outlineWidth: '0' }
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  const part = marked ?? focused
  const { top, bottom, left, right } = part.getBoundingClientRect()
  const middle = (from: number, to: number, size: number) => (Math.max(from, 0) + Math.min(to, size)) / 2
  const above = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
  return {
    what: `${focused.outerHTML.slice(0, 200)} under ${above?.outerHTML.slice(0, 100)}`,
    // In a date field the focus may be on the browser's own calendar button, which the browser marks itself.
    isMarked: marked !== undefined || focused.matches('input[type=date]:not(:focus-visible)'),
    isUncovered: above !== null && (part.contains(above) || above.contains(part)),
  }
}

/** Records live regions that are added together with their text: screen readers do not announce them. */
export const watchLiveRegions = (page: Page) =>
  page.addInitScript(() => {
    const unheard: string[] = []
    Object.assign(window, { unheard })
    const regions = '[role=status], [role=alert], [aria-live]'
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element) || !node.isConnected) continue
        // "Loading..." is allowed, because the loaded content is announced later.
        for (const region of [node, ...node.querySelectorAll(regions)])
          if (region.matches(`main :is(${regions})`) && !['', 'Loading...'].includes(region.textContent ?? ''))
            unheard.push(region.outerHTML.slice(0, 200))
      }
    }).observe(document, { childList: true, subtree: true })
  })

export const unannouncedOn = (page: Page) => page.evaluate(() => Object(window).unheard as string[])
