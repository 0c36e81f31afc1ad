import { defineWorkflow, done, refused } from './define-workflow.ts'

/** The account changes, and then its fact on every device of the person. A repeat finds nothing to change. */
export const updateProfile = defineWorkflow('update-profile', async ({ account, payload }, { accounts, step }) => {
  const { name, phone, city, language } = payload
  const changed = await step('write account', () =>
    accounts.change(account.id, {
      name,
      phone: phone || undefined,
      ...(city === undefined ? {} : { city }),
      ...(language === undefined ? {} : { language }),
    }),
  )
  return changed ? done({ version: changed.version }) : refused('not_allowed')
})
