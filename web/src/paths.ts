/** Every route's path. The router reads them without the `#`; links are made with `link()`. */
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
  about: '/about',
  terms: '/terms',
  privacy: '/privacy',
  emailTest: '/email-test',
  devUi: '/dev/ui',
} as const

/** Of the specification, still to be built; e-mails and bookmarks may already name them. An honest word stands there, and
 * no navigation leads to them: with an entry in `paths` their links open. */
export const planned = {
  bulkOrder: '/bulk-order',
  driverRegister: '/driver/register',
  driverDashboard: '/driver/dashboard',
  driverProfile: '/driver/profile',
  wholesaleRegister: '/wholesale/register',
  wholesaleDashboard: '/wholesale/dashboard',
  wholesaleProfile: '/wholesale/profile',
  support: '/support',
  careers: '/careers',
  admin: '/admin',
} as const

/** Whether there is a screen. */
export const isOpen = (path: string): boolean => Object.values<unknown>(paths).includes(path)

/** What the router matches. */
export const patterns = {
  ...paths,
  product: `${paths.product('')}:id`,
  orderTracking: `${paths.orderTracking('')}:orderId`,
  orderChange: `${paths.orderTracking('')}:orderId/change`,
  orderReport: `${paths.orderTracking('')}:orderId/report`,
  invoice: `${paths.invoice('')}:orderId`,
}

/** The address of a path, for `href`: `#/browse`. */
export const link = (path: string): string => `#${path}`

/** The address of the login that leads on to this path. */
export const loginFor = (path: string): string => link(`${paths.login}?next=${encodeURIComponent(path)}`)

/** State of a history entry that changes the screen one is on and leads to no other. */
export const sameScreen = { isSameScreen: true } as const

/** Of the entry in which the browser is; the router comes after. */
export const keyInHistory = (): string => history.state?.key ?? 'default'
