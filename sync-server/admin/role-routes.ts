import * as v from 'valibot'
import { type Notice, noticeId, type Role, shortText } from '#model'
import type { AccountRecord } from '../accounts/account-record.ts'
import { derivedUlid } from '../core/derived-ulid.ts'
import { problem } from '../http/problem.ts'
import { type AdminScope, freshCode } from './admin-scope.ts'

const TakenRole = v.object({
  role: v.literal('CUSTOMER'),
  /** The person reads it in a mail. */
  reason: shortText,
})

/** Takes the role of a partner or supplier away: they are a customer again, and sign in again. */
export function roleRoutes({ routes, services, adminOf }: AdminScope): void {
  const { accessLog, accounts, mailboxes, now, outbox } = services

  routes.post('/users/:id/role', { ...freshCode, schema: { body: TakenRole } }, async (request, reply) => {
    const { id } = request.params as { id: string }
    const { role, reason } = request.body
    let before: Role | undefined
    const after = await accounts.change(id, (record) => {
      before = record.role
      return isTakeable(before) ? { role } : {}
    })
    if (!after || before === undefined || before === 'VISITOR') throw problem(404, 'not_found')
    if (before === 'ADMIN') throw problem(403, 'admin_protected')
    if (!isTakeable(before)) throw problem(409, 'no_role_to_take')
    await accessLog.note('role-taken', id, request)
    await accessLog.note('took-role', adminOf(request).account.id, request)
    if (!after.lacksMailbox) await mailboxes.put(after.mailbox.name, roleNotice(after, now().toISOString()))
    await outbox.post({
      _id: `mail:role-taken:${id}:${after.version}`,
      kind: 'role-taken',
      to: { account: id },
      language: after.language,
      data: { name: after.name, role: before, reason },
    })
    return reply.code(204).send()
  })
}

/** What the person finds after signing in again. */
const roleNotice = ({ _id, version }: AccountRecord, at: string): Notice => ({
  _id: noticeId(derivedUlid(at, `${_id} role taken ${version}`)),
  ...{ type: 'notice', kind: 'role-taken', subject: 'account', at },
})

const isTakeable = (role: Role): role is 'PARTNER' | 'SUPPLIER' => role === 'PARTNER' || role === 'SUPPLIER'
