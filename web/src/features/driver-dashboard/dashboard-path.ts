import { planned } from '../../paths.ts'

export const DASHBOARD = planned.driverDashboard
