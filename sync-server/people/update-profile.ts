import { isProfileField, updateProfile } from '#model'
import { EDITS_KEPT } from '../accounts/account-record.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { defineWorkflow, done, refused } from '../decider/define-workflow.ts'

/**
 * Changes the account and then its fact on the person's devices. A repeat finds its own work. A change of a part that
 * was changed again since is refused.
 */
export const updateProfileWorkflow = ({ accounts }: { accounts: Accounts }) =>
  defineWorkflow(updateProfile, async ({ id, account, payload }, context) => {
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
    return refusal ? refused(refusal) : done({ version: changed.version })
  })
