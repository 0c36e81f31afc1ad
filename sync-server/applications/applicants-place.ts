import { type Role, ulidOf } from '#model'
import type { Accounts } from '../accounts/accounts.ts'
import { unavailable } from '../http/problem.ts'
import { type ApplicationRecord, type DiscardReason, nameOf } from './application-record.ts'

/**
 * Lets the account's record name the application, and makes the account if the applicant has none. Both are one
 * compare-and-set, so of two applications at once, on two instances, one is refused. Safe to repeat.
 */
export type TakePlace = (
  application: ApplicationRecord,
) => Promise<'taken' | Extract<DiscardReason, 'email_taken' | 'already_applied' | 'account_ended'>>

/** Returns false for partners, suppliers and admins: they apply for nothing. */
export const mayApply = (role: Role) => role === 'CUSTOMER' || role === 'VISITOR'

export const applicantsPlace =
  (accounts: Accounts): TakePlace =>
  async (application) => {
    const { _id, account, email, phone, language, form, isConfirmed, identity } = application
    const wasSignedIn = isConfirmed && identity === undefined
    const ulid = ulidOf(_id)
    const known = await accounts.get(account)
    if (known && known.status !== 'active') return 'account_ended'
    if (known) {
      if (known.registeredBy !== _id && !wasSignedIn) return 'email_taken'
      const after = await accounts.change(account, (record) =>
        record.application === undefined && mayApply(record.role)
          ? { application: ulid, standing: 'pending_verification' }
          : {},
      )
      if (!after) return 'account_ended'
      return after.application === ulid ? 'taken' : 'already_applied'
    }
    // The record of an account that was signed in is lost, and may be restored.
    if (wasSignedIn || !form) throw unavailable()
    const made = await accounts.create({
      ...{ email, name: nameOf(form), role: 'CUSTOMER', phone, language },
      ...(form.type === 'driver' && { city: form.city }),
      ...{ registeredBy: _id, application: ulid, verified: identity !== undefined },
      ...(identity && { provider: identity.provider }),
    })
    if (made !== 'email_taken') return 'taken'
    return (await accounts.findByEmail(email))?.registeredBy === _id ? 'taken' : 'email_taken'
  }
