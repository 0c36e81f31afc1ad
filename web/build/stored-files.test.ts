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

test('the start is needed by every device, a restricted screen only by its roles, and some screens by nobody', () => {
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

test('a role that has a screen of its own does not store those of other roles, although shared chunks lead there', () => {
  const chunks = {
    ...CHUNKS,
    'src/features/parts/parts.tsx': { file: 'assets/parts.js', imports: ['src/open.tsx'] },
  }
  const files = partition(URLS, chunks, { duty: ['PARTNER'], parts: ['ADMIN'] })
  const ofPartners = files.filter(({ neededBy }) => neededBy?.includes('PARTNER'))
  expect(ofPartners.map(({ url, neededBy }) => [url, neededBy])).toEqual([
    ['assets/duty.js', ['PARTNER']],
    ['assets/scan.js', ['PARTNER']],
    ['assets/map.js', ['PARTNER']],
  ])
})

test('what is imported by screens of everybody is stored by the roles that need it', () => {
  const chunks = {
    ...CHUNKS,
    'src/open.tsx': {
      ...CHUNKS['src/open.tsx'],
      dynamicImports: [...CHUNKS['src/open.tsx'].dynamicImports, 'src/data/sync/feed-replications.ts'],
    },
    'src/data/sync/feed-replications.ts': { file: 'assets/feeds.js', imports: ['_feed'] },
    _feed: { file: 'assets/feed.js' },
  }
  const files = partition([...URLS, 'assets/feeds.js', 'assets/feed.js'], chunks, { duty: ['PARTNER'], parts: [] })
  const byRole = files.filter(({ url }) => /feeds?\.js/.test(url)).map(({ neededBy }) => neededBy)
  expect(byRole).toEqual([
    ['ADMIN', 'PARTNER', 'SUPPLIER'],
    ['ADMIN', 'PARTNER', 'SUPPLIER'],
  ])
})
