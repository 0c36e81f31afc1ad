import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { oneTimeCode } from '#model'
import { requireSession } from '../accounts/routes/require-session.ts'
import { SESSION_COOKIE, sessionCookieOptions } from '../accounts/session-cookie.ts'
import type { Session } from '../accounts/sessions.ts'
import { requestSignal } from '../gate/request-signal.ts'
import { addressGroup } from '../http/address-limits.ts'
import { problem } from '../http/problem.ts'
import type { ThroughputLimits } from '../http/throughput-limits.ts'
import { withValibot } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { exportAccount } from './export-account.ts'

/** At a time: each is a whole mailbox in memory until it is read. */
const EXPORTS_OF = { account: 2, address: 8 }

const Deletion = v.object({ code: oneTimeCode })

/** Taking one's data away, and deleting one's account; that takes a code of its own, for the phone may be in other hands. */
export function ownAccountRoutes(app: FastifyInstance, services: Services, throughput: ThroughputLimits): void {
  const {
    accessLog,
    addressLimits,
    deletionCodes,
    accountDeletion,
    knownDevices,
    now,
    sessionRequests,
    outbox,
    settings,
  } = services
  const who = requireSession(services)

  app.post('/api/accounts/current/deletion-codes', async (request, reply) => {
    const { account } = deletable(await who(request))
    const ref = await deletionCodes.issue(account, knownDevices.callerOf(account.email, request))
    await outbox.post({
      _id: `mail:deletion-code:${ref}`,
      kind: 'deletion-code',
      to: { account: account.id },
      language: account.language,
      data: { name: account.name, ref },
    })
    await accessLog.note('deletion-asked', account.id, request)
    return reply.code(202).send({ isMailLate: await outbox.isLate() })
  })

  withValibot(app).delete('/api/accounts/current', { schema: { body: Deletion } }, async (request, reply) => {
    const { account } = deletable(await who(request))
    const caller = knownDevices.callerOf(account.email, request)
    await deletionCodes.redeem(account, request.body.code, caller)
    await accountDeletion.begin(account)
    reply.clearCookie(SESSION_COOKIE(settings.publicUrl), sessionCookieOptions(settings.publicUrl))
    return reply.code(204).send()
  })

  app.get('/api/accounts/current/export', { exposeHeadRoute: false }, async (request, reply) => {
    const session = await who(request)
    throughput.begin(reply, [
      { name: `exports of ${session.account.id}`, most: EXPORTS_OF.account },
      { name: `exports to ${addressGroup(request.ip)}`, most: EXPORTS_OF.address },
    ])
    addressLimits.count('export', request.ip)
    const right = requestSignal(reply, session, sessionRequests)
    await accessLog.note('exported', session.account.id, request)
    const day = now().toISOString().slice(0, 10)
    reply.header('content-disposition', `attachment; filename="mogra-${day}.json"`)
    const data = await exportAccount(session, services)
    if (right.aborted) throw problem(401, 'signed_out')
    throughput.watch(reply, right)
    return data
  })
}

/** Admins are protected, also from themselves; a visitor has no e-mail that a code could be sent to. */
function deletable(session: Session): Session {
  const { role } = session.account
  if (role === 'ADMIN') throw problem(403, 'admin_protected', { message: 'Cannot delete admin users!' })
  if (role === 'VISITOR') throw problem(403, 'not_allowed')
  return session
}
