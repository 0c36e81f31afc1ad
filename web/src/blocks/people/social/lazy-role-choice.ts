import { lazy } from 'react'

/** Loaded only for a new person: few are, and every login and registration would have to load it. */
export const LazyRoleChoice = lazy(async () => ({ default: (await import('./role-choice.tsx')).RoleChoice }))
