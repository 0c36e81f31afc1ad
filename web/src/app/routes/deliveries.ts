import { paths, patterns } from '../../paths.ts'
import { forRole } from './for-role.tsx'
import { type Routes, rareScreen } from './screen.ts'

const Dashboard = rareScreen(
  () => import('../../features/driver-dashboard/driver-dashboard.tsx'),
  'DriverDashboardScreen',
)
const Profile = rareScreen(() => import('../../features/driver-profile/driver-profile.tsx'), 'DriverProfileScreen')

export const deliveriesRoutes = {
  driverDashboard: {
    pattern: patterns.driverDashboard,
    Screen: forRole({ only: 'PARTNER', path: paths.driverDashboard, orCarriesFlowers: true }, Dashboard),
  },
  driverProfile: {
    pattern: patterns.driverProfile,
    Screen: forRole({ only: 'PARTNER', path: paths.driverProfile }, Profile),
  },
} satisfies Routes
