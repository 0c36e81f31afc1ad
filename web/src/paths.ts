/** Every route's path. The router reads them without the `#`; links are made with `link()`. */
export const paths = {
  home: '/',
  browse: '/browse',
  product: (flowerId: string) => `/product/${encodeURIComponent(flowerId)}`,
  cart: '/cart',
  checkout: '/checkout',
  orderTracking: (orderId: string) => `/order-tracking/${encodeURIComponent(orderId)}`,
  orderHistory: '/order-history',
  login: '/login',
  attention: '/attention',
  devUi: '/dev/ui',
} as const

/** What the router matches. */
export const patterns = {
  ...paths,
  product: `${paths.product('')}:id`,
  orderTracking: `${paths.orderTracking('')}:orderId`,
}

/** The address of a path, for `href`: `#/browse`. */
export const link = (path: string): string => `#${path}`
