import { lazy } from 'react'

/** Few are new, and every login and registration would carry it: fetched when somebody is. */
export const LazyRoleChoice = lazy(async () => ({ default: (await import('./role-choice.tsx')).RoleChoice }))
