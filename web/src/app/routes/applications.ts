import { paths, patterns } from '../../paths.ts'
import { type Routes, screen } from './screen.ts'

export const applicationsRoutes = {
  driverRegister: {
    pattern: patterns.driverRegister,
    Screen: screen(() => import('../../features/driver-register/driver-register.tsx'), 'DriverRegisterScreen'),
    back: paths.home,
  },
  wholesaleRegister: {
    pattern: patterns.wholesaleRegister,
    Screen: screen(() => import('../../features/wholesale-register/wholesale-register.tsx'), 'WholesaleRegisterScreen'),
    back: paths.home,
  },
} satisfies Routes
