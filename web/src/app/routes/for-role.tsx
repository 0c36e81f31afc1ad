import { type ComponentType, lazy } from 'react'
import { withTexts } from './screen.ts'

const Guard = lazy(async () => ({
  default: (await withTexts(() => import('../../features/not-found/role-only.tsx'))).RoleOnly,
}))

interface Whose {
  only: 'PARTNER' | 'SUPPLIER'
  path: string
  /** See `RoleOnly`. */
  orCarriesFlowers?: boolean
}

/** A screen of one role. Its code is in chunks of its own, which only that role's browsers fetch and store. */
export const forRole = (whose: Whose, Screen: ComponentType) => () => (
  <Guard {...whose}>
    <Screen />
  </Guard>
)
