import { paths, patterns } from '../../paths.ts'
import { frontScreen, type Routes } from './screen.ts'

export const catalogueRoutes = {
  home: {
    pattern: patterns.home,
    Screen: frontScreen(() => import('../../features/home/home.tsx'), 'HomeScreen'),
  },
  browse: {
    pattern: patterns.browse,
    Screen: frontScreen(() => import('../../features/browse/browse.tsx'), 'BrowseScreen'),
  },
  product: {
    pattern: patterns.product,
    Screen: frontScreen(() => import('../../features/product/product.tsx'), 'ProductScreen'),
    back: paths.browse,
  },
} satisfies Routes
