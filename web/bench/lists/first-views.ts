import bulk from '../../src/i18n/locales/en/bulk-order.json' with { type: 'json' }
import chat from '../../src/i18n/locales/en/chat.json' with { type: 'json' }
import deliveries from '../../src/i18n/locales/en/deliveries.json' with { type: 'json' }
import desk from '../../src/i18n/locales/en/desk.json' with { type: 'json' }
import orders from '../../src/i18n/locales/en/orders.json' with { type: 'json' }
import people from '../../src/i18n/locales/en/people.json' with { type: 'json' }
import support from '../../src/i18n/locales/en/support.json' with { type: 'json' }
import wholesale from '../../src/i18n/locales/en/wholesale.json' with { type: 'json' }
import { paths } from '../../src/paths.ts'

export type Role = 'CUSTOMER' | 'PARTNER' | 'SUPPLIER' | 'ADMIN'

/** A screen that a role opens, whose first list comes from this browser's databases. */
export interface FirstView {
  role: Role
  path: string
  /** Selects the items of its first list within the screen. */
  list: string
  /** What the screen says if the account has nothing. */
  none: string
}

const customers: readonly Omit<FirstView, 'role'>[] = [
  { path: paths.orderHistory, list: 'li h2 a', none: orders.history.none },
  { path: paths.favourites, list: 'li h2 a', none: people.favourites.none },
  { path: paths.attention, list: 'ul li', none: people.attention.none },
  { path: paths.chat, list: '[data-contact]', none: chat.list.begin },
  { path: paths.bulkOrder, list: '[aria-labelledby="own-requests"] li', none: bulk.requests.none },
  { path: paths.support, list: 'section:has(> #own-tickets) summary', none: support.hours },
  { path: paths.cart, list: 'li h2 a', none: orders.cart.empty },
]

const partners: readonly Omit<FirstView, 'role'>[] = [
  { path: paths.driverDashboard, list: 'article a[href^="tel:"]', none: deliveries.current.none },
  {
    path: `${paths.driverDashboard}?tab=orders`,
    list: '[aria-labelledby="requests"] li',
    none: deliveries.requests.none,
  },
  {
    path: `${paths.driverDashboard}?tab=earnings`,
    list: '[aria-labelledby="payouts"] li',
    none: deliveries.payouts.none,
  },
]

const suppliers: readonly Omit<FirstView, 'role'>[] = [
  { path: paths.wholesaleDashboard, list: '[aria-labelledby="waiting"] li', none: wholesale.activity.none },
  { path: `${paths.wholesaleDashboard}?tab=requests`, list: '[data-row]', none: wholesale.empty.title },
]

const admins: readonly Omit<FirstView, 'role'>[] = [
  { path: paths.admin, list: '[aria-labelledby="needs-you"] li', none: desk.overview.nothing },
  { path: `${paths.admin}?tab=partners`, list: '[data-row]', none: desk.applications.none },
  { path: `${paths.admin}?tab=suppliers`, list: '[data-row]', none: desk.applications.none },
  { path: `${paths.admin}?tab=orders`, list: 'dd', none: desk.orders.note },
  { path: `${paths.admin}?tab=orders&show=deliveries`, list: 'summary', none: desk.items.none },
  { path: `${paths.admin}?tab=orders&show=payouts`, list: '[data-row]', none: desk.payouts.noneOpen },
  { path: `${paths.admin}?tab=orders&show=bulk`, list: 'summary', none: desk.unserved.none },
  { path: `${paths.admin}?tab=tickets`, list: 'summary', none: desk.tickets.noneOpen },
]

const of = (role: Role, views: readonly Omit<FirstView, 'role'>[]): FirstView[] =>
  views.map((view) => ({ role, ...view }))

/** All screens that are measured. The desk's list of users comes only from the service. */
export const firstViews: readonly FirstView[] = [
  ...of('CUSTOMER', customers),
  ...of('PARTNER', partners),
  ...of('SUPPLIER', suppliers),
  ...of('ADMIN', admins),
]
