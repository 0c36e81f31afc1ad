import { type ComponentType, lazy } from 'react'
import { paths, patterns } from '../../paths.ts'
import { type Routes, rareScreen, withTexts } from './screen.ts'

const Guard = lazy(async () => ({
  default: (await withTexts(() => import('../../features/not-found/role-only.tsx'))).RoleOnly,
}))
const Dashboard = rareScreen(
  () => import('../../features/driver-dashboard/driver-dashboard.tsx'),
  'DriverDashboardScreen',
)
const Profile = rareScreen(() => import('../../features/driver-profile/driver-profile.tsx'), 'DriverProfileScreen')

/** Each screen's code is in chunks of its own, which only a partner's browser fetches and stores. */
const forPartners = (path: string, Screen: ComponentType) => () => (
  <Guard only="PARTNER" path={path} orCarriesFlowers={path === paths.driverDashboard}>
    <Screen />
  </Guard>
)

export const deliveriesRoutes = {
  driverDashboard: { pattern: patterns.driverDashboard, Screen: forPartners(paths.driverDashboard, Dashboard) },
  driverProfile: { pattern: patterns.driverProfile, Screen: forPartners(paths.driverProfile, Profile) },
} satisfies Routes
