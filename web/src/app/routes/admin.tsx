import { lazy } from 'react'
import { patterns } from '../../paths.ts'
import { type Routes, rareScreen, withTexts } from './screen.ts'

const Guard = lazy(async () => ({
  default: (await withTexts(() => import('../../features/guards/admin-guard.tsx'))).AdminGuard,
}))
const Desk = rareScreen(() => import('../../features/admin/admin.tsx'), 'AdminScreen')

/** The desk's code is in chunks of its own, which only an admin's browser fetches and stores. */
function AdminScreen() {
  return (
    <Guard>
      <Desk />
    </Guard>
  )
}

export const adminRoutes = { admin: { pattern: patterns.admin, Screen: AdminScreen } } satisfies Routes
