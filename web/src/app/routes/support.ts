import { paths, patterns } from '../../paths.ts'
import { type Routes, screen } from './screen.ts'

export const supportRoutes = {
  support: {
    pattern: patterns.support,
    Screen: screen(() => import('../../features/support/support.tsx'), 'SupportScreen'),
    back: paths.home,
    hasBarTitle: true,
  },
  careers: {
    pattern: patterns.careers,
    Screen: screen(() => import('../../features/careers/careers.tsx'), 'CareersScreen'),
    back: paths.home,
    hasBarTitle: true,
  },
} satisfies Routes
