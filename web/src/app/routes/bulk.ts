import { paths, patterns } from '../../paths.ts'
import { forRole } from './for-role.tsx'
import { type Routes, rareScreen, screen } from './screen.ts'

const Dashboard = rareScreen(
  () => import('../../features/wholesale-dashboard/wholesale-dashboard.tsx'),
  'WholesaleDashboardScreen',
)
const Profile = rareScreen(
  () => import('../../features/wholesale-profile/wholesale-profile.tsx'),
  'WholesaleProfileScreen',
)

export const bulkRoutes = {
  bulkOrder: {
    pattern: patterns.bulkOrder,
    Screen: screen(() => import('../../features/bulk-order/bulk-order.tsx'), 'BulkOrderScreen'),
    back: paths.home,
    hasBarTitle: true,
  },
  wholesaleDashboard: {
    pattern: patterns.wholesaleDashboard,
    Screen: forRole({ only: 'SUPPLIER', path: paths.wholesaleDashboard }, Dashboard),
  },
  wholesaleProfile: {
    pattern: patterns.wholesaleProfile,
    Screen: forRole({ only: 'SUPPLIER', path: paths.wholesaleProfile }, Profile),
  },
} satisfies Routes
