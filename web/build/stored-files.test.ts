import { expect, test } from 'vitest'
import { partition } from './stored-files.ts'

const CHUNKS = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_preload'], dynamicImports: ['src/open.tsx'] },
  _preload: { file: 'assets/preload.js' },
  'src/open.tsx': {
    file: 'assets/open.js',
    imports: ['_shared'],
    dynamicImports: [
      'src/features/home/home.tsx',
      'src/features/cart/cart.tsx',
      'src/features/duty/duty.tsx',
      'src/features/parts/parts.tsx',
    ],
  },
  _shared: { file: 'assets/shared.js' },
  'src/features/home/home.tsx': { file: 'assets/home.js' },
  'src/features/cart/cart.tsx': { file: 'assets/cart.js', imports: ['_cart-parts'] },
  '_cart-parts': { file: 'assets/cart-parts.js' },
  'src/features/duty/duty.tsx': {
    file: 'assets/duty.js',
    imports: ['_cart-parts', '_map'],
    dynamicImports: ['src/features/duty/scan.tsx'],
  },
  'src/features/duty/scan.tsx': { file: 'assets/scan.js' },
  _map: { file: 'assets/map.js' },
  'src/features/parts/parts.tsx': { file: 'assets/parts.js' },
}
const URLS = ['index.html', 'first-screen.js', 'flowers/hero.svg', ...Object.values(CHUNKS).map(({ file }) => file)]

test('the start is what an offline start needs, a screen is for those who can open it, and some are for nobody', () => {
  const parts = Map.groupBy(
    partition(URLS, CHUNKS, { duty: ['PARTNER'], parts: [] }),
    ({ neededBy }) => neededBy?.toString() ?? 'the start',
  )
  const files = Object.fromEntries([...parts].map(([who, list]) => [who, list.map(({ url }) => url).sort()]))
  expect(files).toEqual({
    'the start': [
      ...['assets/home.js', 'assets/index.js', 'assets/open.js', 'assets/preload.js', 'assets/shared.js'],
      ...['first-screen.js', 'index.html'],
    ],
    everybody: ['assets/cart-parts.js', 'assets/cart.js', 'flowers/hero.svg'],
    PARTNER: ['assets/duty.js', 'assets/map.js', 'assets/scan.js'],
  })
})
