import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { compactNumber, isWellFormed } from '#model/number-formats'
import type { AccessLog } from '../accounts/access-log.ts'
import { lastDigits } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { requireFreshCode } from '../accounts/routes/require-fresh-code.ts'
import { requireSession, type SessionNeeds } from '../accounts/routes/require-session.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Kyc } from '../applications/kyc.ts'
import type { Sweep } from '../core/sweep.ts'
import { problem } from '../http/problem.ts'
import { type Maintenance, refuseInMaintenance } from '../http/refuse-in-maintenance.ts'
import { withValibot } from '../http/validate.ts'
import type { Payouts } from '../partners/payouts.ts'

export interface BankNeeds extends SessionNeeds {
  accessLog: AccessLog
  accounts: Pick<Accounts, 'change'>
  kyc: Pick<Kyc, 'setBank'>
  payouts: Pick<Payouts, 'bankChanged' | 'isOwed'>
  sweep: Pick<Sweep, 'sweepSoon'>
  deskSettings: Maintenance
  sessions: Sessions
  now: () => Date
}

const typedNumber = v.pipe(v.string(), v.maxLength(60), v.transform(compactNumber))
const Bank = v.strictObject({
  /** 9 to 18 digits in most banks; some have letters. */
  bankAccount: v.pipe(typedNumber, v.regex(/^[A-Z0-9]{6,20}$/)),
  ifscCode: v.pipe(
    typedNumber,
    v.check((code) => isWellFormed('ifsc', code)),
  ),
})

/**
 * Sets where a delivery partner is paid, or somebody who was one and is owed earnings. It needs a fresh code: a stranger
 * with the phone would be paid instead.
 */
export function bankRoutes(app: FastifyInstance, needs: BankNeeds): void {
  const { accessLog, accounts, kyc } = needs
  const who = requireSession(needs)

  withValibot(app).put('/api/account/bank', { schema: { body: Bank } }, async (request, reply) => {
    const session = await who(request)
    const { account } = session
    if (account.role !== 'PARTNER' && !(await needs.payouts.isOwed(account.id))) throw problem(403, 'not_allowed')
    await refuseInMaintenance(needs.deskSettings)
    await requireFreshCode(session, needs)
    await accessLog.note('bank-changed', account.id, request)
    const { bankAccount: number, ifscCode: ifsc } = request.body
    await kyc.setBank(account.id, { number, ifsc })
    await accounts.change(account.id, { bankAccountEnds: lastDigits(number) })
    await needs.payouts.bankChanged(account.id)
    needs.sweep.sweepSoon()
    return reply.code(204).send()
  })
}
