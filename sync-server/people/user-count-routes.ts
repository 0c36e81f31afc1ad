import type { FastifyInstance } from 'fastify'
import { requireSession, type SessionNeeds } from '../accounts/routes/require-session.ts'
import type { Couch } from '../couch/couch.ts'
import { problem } from '../http/problem.ts'

export interface UserCountNeeds extends SessionNeeds {
  couch: Couch
}

/** Returns how many people have an account, for an admin's profile. */
export function userCountRoutes(app: FastifyInstance, needs: UserCountNeeds): void {
  const who = requireSession(needs)

  app.get('/api/admin/user-counts', { exposeHeadRoute: false }, async (request) => {
    const { account } = await who(request)
    if (account.role !== 'ADMIN') throw problem(403, 'not_allowed')
    const byRole = await needs.couch.db('accounts').reduced('by-role')
    byRole.delete('VISITOR')
    const total = [...byRole.values()].reduce((sum, n) => sum + n, 0)
    return { total, nonAdmin: total - (byRole.get('ADMIN') ?? 0) }
  })
}
