import * as v from 'valibot'
import { shortText } from '#model'
import { problem } from '../http/problem.ts'
import { type AdminScope, freshCode } from './admin-scope.ts'

const TakenRole = v.object({
  role: v.literal('CUSTOMER'),
  /** The person reads it in a mail. */
  reason: shortText,
})

const STATUS = { not_found: 404, admin_protected: 403, no_role_to_take: 409 } as const

/** Takes the role of a partner or supplier away: they are a customer again, and sign in again. */
export function roleRoutes({ routes, services, adminOf }: AdminScope): void {
  const { accessLog, sweep, takenRoles } = services

  routes.post('/users/:id/role', { ...freshCode, schema: { body: TakenRole } }, async (request, reply) => {
    const { id: account } = request.params as { id: string }
    const by = adminOf(request).account.id
    const outcome = await takenRoles.take({ by, account, reason: request.body.reason })
    if (outcome !== 'taken') throw problem(STATUS[outcome], outcome)
    sweep.sweepSoon()
    await accessLog.note('took-role', by, request, account)
    return reply.code(204).send()
  })
}
