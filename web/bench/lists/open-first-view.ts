import common from '../../src/i18n/locales/en/common.json' with { type: 'json' }
import type { FirstView, Role } from './first-views.ts'
import { painted, seenWithin } from './moments.ts'

/** The chunks of a role's screens. The service worker has stored them, and the app loads them while it is idle. */
export const LOAD: Record<Role, () => Promise<unknown>> = {
  CUSTOMER: () =>
    Promise.all([
      import('../../src/features/order-history/order-history.tsx'),
      import('../../src/features/favourites/favourites.tsx'),
      import('../../src/features/attention/attention.tsx'),
      import('../../src/features/chat/chat-screen.tsx'),
      import('../../src/features/bulk-order/bulk-order.tsx'),
      import('../../src/features/bulk-order/bulk-request-form.tsx'),
      import('../../src/features/support/support.tsx'),
      import('../../src/features/support/faq.tsx'),
      import('../../src/features/cart/cart.tsx'),
    ]),
  PARTNER: () =>
    Promise.all([
      import('../../src/features/not-found/role-only.tsx'),
      import('../../src/features/driver-dashboard/driver-dashboard.tsx'),
      import('../../src/features/driver-dashboard/earnings/earnings-tab.tsx'),
      import('../../src/features/driver-dashboard/earnings/week-chart.tsx'),
    ]),
  SUPPLIER: () =>
    Promise.all([
      import('../../src/features/not-found/role-only.tsx'),
      import('../../src/features/wholesale-dashboard/wholesale-dashboard.tsx'),
    ]),
  ADMIN: () =>
    Promise.all([
      import('../../src/features/guards/admin-guard.tsx'),
      import('../../src/features/admin/admin.tsx'),
      import('../../src/features/admin/days-chart.tsx'),
      import('../../src/features/admin/applications/applications-tab.tsx'),
      import('../../src/features/admin/orders/desk-items.tsx'),
      import('../../src/features/admin/orders/desk-payouts.tsx'),
      import('../../src/features/admin/orders/desk-unserved.tsx'),
      import('../../src/features/admin/tickets/desk-tickets.tsx'),
    ]),
}

/** How a first view looked to somebody who opened it. */
export interface Seen {
  /** Milliseconds until its first list, or what it says instead, was painted. */
  ms: number
  /** What is wrong with it, if anything is. */
  problem?: string
}

/** Somebody who sees nothing for this long thinks that the app is broken. */
const PATIENCE_MS = 20_000
/** What follows the list is there after this time, or it does not come. */
const REST_MS = 2000

/** Opens a screen and looks at it, as an account with so many of everything sees it. */
export async function openFirstView({ path, list, none }: FirstView, count: number): Promise<Seen> {
  const isThere = () =>
    count > 0 ? screen()?.querySelector(list) != null : screen()?.textContent?.includes(none) === true
  const from = performance.now()
  location.hash = `#${path}`
  if (!(await seenWithin(PATIENCE_MS, isThere)))
    return { ms: PATIENCE_MS, problem: `its list is not there. It says: ${screen()?.textContent?.slice(0, 200)}` }
  await painted()
  const ms = performance.now() - from
  if (!(await seenWithin(REST_MS, () => !hasPlaceholder()))) return { ms, problem: 'a placeholder is left' }
  if (count === 0 && !saysSentence()) return { ms, problem: 'it is empty without a sentence' }
  return { ms }
}

const screen = () => document.querySelector('main')

/** A skeleton or "Loading": both have this text for screen readers, and nothing else. */
const hasPlaceholder = () =>
  [...document.querySelectorAll('main [role="status"]')].some(
    ({ textContent }) => textContent?.trim() === common.loading,
  )

/** Headings, figures, and what can be pressed or filled in say nothing about an empty list; an item of a list may be a link. */
const NOT_SENTENCES = 'h1, h2, h3, nav, a:not(li a), button, fieldset, form, label, dl, table, details, svg'
const THREE_WORDS = /\p{L}\S*\s+\S*\p{L}\S*\s+\S*\p{L}/u

/** Whether the screen says something beside its headings. */
function saysSentence(): boolean {
  const copy = screen()?.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return false
  for (const part of copy.querySelectorAll(NOT_SENTENCES)) part.remove()
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) if (THREE_WORDS.test(texts.currentNode.textContent ?? '')) return true
  return false
}
