import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { oneTimeCode } from '#model'
import type { AccessLog } from '../accounts/access-log.ts'
import type { AccountDeletion } from '../accounts/deletion/account-deletion.ts'
import type { KnownDevices } from '../accounts/known-devices.ts'
import type { LoginCodes } from '../accounts/login-codes.ts'
import { requireSession, type SessionNeeds } from '../accounts/routes/require-session.ts'
import { SESSION_COOKIE, sessionCookieOptions } from '../accounts/session-cookie.ts'
import type { Session } from '../accounts/sessions.ts'
import type { Outbox } from '../email/outbox.ts'
import type { SessionRequests } from '../gate/polls/session-requests.ts'
import { requestSignal } from '../gate/request-signal.ts'
import { type AddressLimits, addressGroup } from '../http/address-limits.ts'
import { problem } from '../http/problem.ts'
import type { ThroughputLimits } from '../http/throughput-limits.ts'
import { withValibot } from '../http/validate.ts'
import { type ExportNeeds, exportAccount } from './export-account.ts'

export interface OwnAccountNeeds extends SessionNeeds, ExportNeeds {
  accessLog: AccessLog
  addressLimits: AddressLimits
  deletionCodes: LoginCodes
  accountDeletion: AccountDeletion
  knownDevices: KnownDevices
  sessionRequests: SessionRequests
  outbox: Outbox
}

/** Concurrent exports: each is a whole mailbox in memory until it is read. */
const EXPORTS_OF = { account: 2, address: 8 }

const Deletion = v.object({ code: oneTimeCode })

/**
 * Exports a person's data and deletes their account. Deleting needs a code of its own, because a stranger may hold the
 * phone.
 */
export function ownAccountRoutes(app: FastifyInstance, needs: OwnAccountNeeds, throughput: ThroughputLimits): void {
  const { accessLog, addressLimits, deletionCodes, accountDeletion, knownDevices } = needs
  const { sessionRequests, outbox, settings, now } = needs
  const who = requireSession(needs)

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
    const data = await exportAccount(session, needs)
    if (right.aborted) throw problem(401, 'signed_out')
    throughput.watch(reply, right)
    return data
  })
}

/** Admins cannot be deleted, not even by themselves; a visitor has no e-mail for a code. */
function deletable(session: Session): Session {
  const { role } = session.account
  if (role === 'ADMIN') throw problem(403, 'admin_protected', { message: 'Cannot delete admin users!' })
  if (role === 'VISITOR') throw problem(403, 'not_allowed')
  return session
}
