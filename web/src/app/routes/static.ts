import { paths, patterns } from '../../paths.ts'
import { type Routes, rareScreen, screen } from './screen.ts'

export const staticRoutes = {
  about: {
    pattern: patterns.about,
    Screen: screen(() => import('../../features/static-pages/about.tsx'), 'AboutScreen'),
  },
  terms: {
    pattern: patterns.terms,
    Screen: screen(() => import('../../features/static-pages/terms.tsx'), 'TermsScreen'),
  },
  privacy: {
    pattern: patterns.privacy,
    Screen: screen(() => import('../../features/static-pages/privacy.tsx'), 'PrivacyScreen'),
  },
  emailTest: {
    pattern: patterns.emailTest,
    Screen: screen(() => import('../../features/email-test/email-test.tsx'), 'EmailTestScreen'),
    back: paths.home,
  },
  devUi: {
    pattern: patterns.devUi,
    Screen: rareScreen(() => import('../../features/dev-ui/dev-ui.tsx'), 'DevUiScreen'),
  },
  notFound: { pattern: '*', Screen: screen(() => import('../../features/not-found/not-found.tsx'), 'NotFoundScreen') },
} satisfies Routes
