import { lazy, Suspense } from 'react'
import { SkeletonGrid } from '../../ui/states/skeleton.tsx'

// Hardly anybody sees it: a chunk of its own, with texts that the shop's front does not load.
const OpensSoon = lazy(async () => ({ default: (await import('./opens-soon.tsx')).OpensSoon }))

export const LazyOpensSoon = () => (
  <Suspense fallback={<SkeletonGrid />}>
    <OpensSoon />
  </Suspense>
)
