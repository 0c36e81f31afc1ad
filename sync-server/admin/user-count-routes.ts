import { type AdminScope, reading } from './admin-scope.ts'

/** Returns how many people have an account, for an admin's profile. */
export function userCountRoutes({ routes, services }: AdminScope): void {
  routes.get('/user-counts', reading, async () => {
    const byRole = await services.couch.db('accounts').reduced('by-role')
    byRole.delete('VISITOR')
    const total = [...byRole.values()].reduce((sum, n) => sum + n, 0)
    return { total, nonAdmin: total - (byRole.get('ADMIN') ?? 0) }
  })
}
