import { paths, patterns } from '../../paths.ts'
import { type Routes, screen } from './screen.ts'

export const ordersRoutes = {
  cart: {
    pattern: patterns.cart,
    Screen: screen(() => import('../../features/cart/cart.tsx'), 'CartScreen'),
    back: paths.browse,
  },
  checkout: {
    pattern: patterns.checkout,
    Screen: screen(() => import('../../features/checkout/checkout.tsx'), 'CheckoutScreen'),
    back: paths.cart,
    hasBarTitle: true,
  },
  orderTracking: {
    pattern: patterns.orderTracking,
    Screen: screen(() => import('../../features/order-tracking/order-tracking.tsx'), 'OrderTrackingScreen'),
    back: paths.orderHistory,
    hasBarTitle: true,
  },
  orderChange: {
    pattern: patterns.orderChange,
    Screen: screen(() => import('../../features/order-change/order-change.tsx'), 'OrderChangeScreen'),
    back: paths.orderHistory,
  },
  orderReport: {
    pattern: patterns.orderReport,
    Screen: screen(() => import('../../features/order-report/order-report.tsx'), 'OrderReportScreen'),
    back: paths.orderHistory,
  },
  invoice: {
    pattern: patterns.invoice,
    Screen: screen(() => import('../../features/invoice/invoice.tsx'), 'InvoiceScreen'),
    back: paths.orderHistory,
  },
  orderHistory: {
    pattern: patterns.orderHistory,
    Screen: screen(() => import('../../features/order-history/order-history.tsx'), 'OrderHistoryScreen'),
  },
  attention: {
    pattern: patterns.attention,
    Screen: screen(() => import('../../features/attention/attention.tsx'), 'AttentionScreen'),
    back: paths.orderHistory,
  },
} satisfies Routes
