import { isProfileField, updateProfile } from '#model'
import { EDITS_KEPT } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'

interface Needs {
  accounts: Accounts
  /** Ends the duty of a partner who is on duty elsewhere; safe to repeat. */
  partners: { end(account: string, entry: { id: string; at: string }, city: string): Promise<void> }
  /** Tells the buyers of open bulk requests; safe to repeat. */
  bulkRequests: { supplierChanged(supplier: string, asked: { intent: string; at: string }): Promise<void> }
}

/** What the buyer of a bulk request sees of an interested supplier. */
const SEEN_BY_BUYERS = ['name', 'phone', 'businessName']

/**
 * Changes the account and then its fact on the person's devices. A repeat finds its own work. A change of a part that
 * was changed again since is refused.
 */
export const updateProfileWorkflow = ({ accounts, partners, bulkRequests }: Needs) =>
  defineWorkflow(updateProfile, async ({ id, account, payload, receivedAt }, context) => {
    const { turn, isOvertakenBy, step } = context
    const { name, phone, city, language, ...ofRole } = payload
    const parts = Object.keys(payload)
    let refusal: 'overtaken' | 'role_changed' | undefined
    const changed = await step('write account', () =>
      accounts.change(account.id, ({ role, edits = [], changedIn }) => {
        refusal = undefined
        if (edits.includes(id)) return {}
        // A partner who is a customer again has no vehicle to change.
        if (!parts.every((part) => isProfileField(role, part))) refusal = 'role_changed'
        else if (parts.some((part) => isOvertakenBy(changedIn?.[part]))) refusal = 'overtaken'
        if (refusal) return {}
        return {
          ...(name !== undefined && { name }),
          ...(phone !== undefined && { phone: phone || undefined }),
          ...(city !== undefined && { city }),
          ...(language !== undefined && { language }),
          ...ofRole,
          edits: [...edits, id].slice(-EDITS_KEPT),
          changedIn: { ...changedIn, ...Object.fromEntries(parts.map((part) => [part, turn])) },
        }
      }),
    )
    if (!changed) return refused('not_allowed')
    if (refusal) return refused(refusal)
    // Duty belongs to a city: the partner goes on duty again in the new one.
    if (changed.role === 'PARTNER' && city !== undefined)
      await step('end duty', () => partners.end(account.id, { id, at: receivedAt }, city))
    if (changed.role === 'SUPPLIER' && parts.some((part) => SEEN_BY_BUYERS.includes(part)))
      await step('tell buyers', () => bulkRequests.supplierChanged(account.id, { intent: id, at: receivedAt }))
    return done({ version: changed.version })
  })
