import { updateProfile } from '#model'
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
    const { name, phone, city, language } = payload
    const parts = Object.keys(payload)
    let isOvertaken = false
    const changed = await step('write account', () =>
      accounts.change(account.id, ({ edits = [], changedIn }) => {
        const isDone = edits.includes(id)
        isOvertaken = !isDone && parts.some((part) => isOvertakenBy(changedIn?.[part]))
        if (isDone || isOvertaken) return {}
        return {
          ...(name === undefined ? {} : { name }),
          ...(phone === undefined ? {} : { phone: phone || undefined }),
          ...(city === undefined ? {} : { city }),
          ...(language === undefined ? {} : { language }),
          edits: [...edits, id].slice(-EDITS_KEPT),
          changedIn: { ...changedIn, ...Object.fromEntries(parts.map((part) => [part, turn])) },
        }
      }),
    )
    if (!changed) return refused('not_allowed')
    return isOvertaken ? refused('overtaken') : done({ version: changed.version })
  })
