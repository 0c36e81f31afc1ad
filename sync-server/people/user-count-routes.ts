import type { FastifyInstance } from 'fastify'
import { requireSession } from '../accounts/routes/require-session.ts'
import { problem } from '../http/problem.ts'
import type { Services } from '../services.ts'

/** Returns how many people have an account, for an admin's profile. */
export function userCountRoutes(app: FastifyInstance, services: Services): void {
  const who = requireSession(services)

  app.get('/api/admin/user-counts', { exposeHeadRoute: false }, async (request) => {
    const { account } = await who(request)
    if (account.role !== 'ADMIN') throw problem(403, 'not_allowed')
    const byRole = await services.couch.db('accounts').reduced('by-role')
    byRole.delete('VISITOR')
    const total = [...byRole.values()].reduce((sum, n) => sum + n, 0)
    return { total, nonAdmin: total - (byRole.get('ADMIN') ?? 0) }
  })
}
