import { paths, patterns } from '../../paths.ts'
import { type Routes, screen } from './screen.ts'

export const peopleRoutes = {
  login: {
    pattern: patterns.login,
    Screen: screen(() => import('../../features/login/login.tsx'), 'LoginScreen'),
  },
  register: {
    pattern: patterns.register,
    Screen: screen(() => import('../../features/register/register.tsx'), 'RegisterScreen'),
  },
  verifyEmail: {
    pattern: patterns.verifyEmail,
    Screen: screen(() => import('../../features/verify-email/verify-email.tsx'), 'VerifyEmailScreen'),
  },
  profile: {
    pattern: patterns.profile,
    Screen: screen(() => import('../../features/profile/profile.tsx'), 'ProfileScreen'),
  },
  favourites: {
    pattern: patterns.favourites,
    Screen: screen(() => import('../../features/favourites/favourites.tsx'), 'FavouritesScreen'),
    back: paths.profile,
  },
} satisfies Routes
