import type { ApplicationType } from '#model'

/** Every route's path. The router reads paths without the `#`; use `link()` for links. */
export const paths = {
  home: '/',
  browse: '/browse',
  product: (flowerId: string) => `/product/${encodeURIComponent(flowerId)}`,
  cart: '/cart',
  checkout: '/checkout',
  orderTracking: (orderId: string) => `/order-tracking/${encodeURIComponent(orderId)}`,
  orderChange: (orderId: string) => `/order-tracking/${encodeURIComponent(orderId)}/change`,
  orderReport: (orderId: string) => `/order-tracking/${encodeURIComponent(orderId)}/report`,
  invoice: (orderId: string) => `/invoice/${encodeURIComponent(orderId)}`,
  orderHistory: '/order-history',
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email',
  profile: '/profile',
  favourites: '/favourites',
  attention: '/attention',
  support: '/support',
  chat: '/chat',
  conversation: (key: string) => `/chat/${encodeURIComponent(key)}`,
  careers: '/careers',
  about: '/about',
  terms: '/terms',
  privacy: '/privacy',
  driverRegister: '/driver/register',
  driverDashboard: '/driver/dashboard',
  driverProfile: '/driver/profile',
  wholesaleRegister: '/wholesale/register',
  bulkOrder: '/bulk-order',
  wholesaleDashboard: '/wholesale/dashboard',
  wholesaleProfile: '/wholesale/profile',
  admin: '/admin',
  emailTest: '/email-test',
  devUi: '/dev/ui',
} as const

const DASHBOARDS: Record<string, string> = {
  PARTNER: paths.driverDashboard,
  SUPPLIER: paths.wholesaleDashboard,
  ADMIN: paths.admin,
}

/** The dashboard of a role; undefined for roles without one. */
export const dashboardOf = (role: string): string | undefined => DASHBOARDS[role]

/** Where a person applies, by the application's type. */
export const registerPaths = {
  driver: paths.driverRegister,
  wholesale_supplier: paths.wholesaleRegister,
} as const satisfies Record<ApplicationType, string>

/** The patterns that the router matches. */
export const patterns = {
  ...paths,
  product: `${paths.product('')}:id`,
  orderTracking: `${paths.orderTracking('')}:orderId`,
  orderChange: `${paths.orderTracking('')}:orderId/change`,
  orderReport: `${paths.orderTracking('')}:orderId/report`,
  invoice: `${paths.invoice('')}:orderId`,
  conversation: `${paths.conversation('')}:key`,
}

/** The address of a path, for `href`: `#/browse`. */
export const link = (path: string): string => `#${path}`

/** The address of the login, which leads on to this path. */
export const loginFor = (path: string): string => link(`${paths.login}?next=${encodeURIComponent(path)}`)

/** The state of a history entry that changes the current screen and leads to no other. */
export const sameScreen = { isSameScreen: true } as const

/** The key of the browser's current history entry; the router's own state follows later. */
export const keyInHistory = (): string => history.state?.key ?? 'default'
