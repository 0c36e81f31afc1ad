import { paths, patterns } from '../../paths.ts'
import { type Routes, screen } from './screen.ts'

export const bulkRoutes = {
  bulkOrder: {
    pattern: patterns.bulkOrder,
    Screen: screen(() => import('../../features/bulk-order/bulk-order.tsx'), 'BulkOrderScreen'),
    back: paths.home,
    hasBarTitle: true,
  },
} satisfies Routes
