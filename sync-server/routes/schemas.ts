import * as v from 'valibot'
import { accountId, emailAddress, ROLES } from '#model'

export const SessionAnswer = v.object({
  account: v.object({ id: accountId, email: emailAddress, name: v.string(), role: v.picklist(ROLES) }),
  mailbox: v.object({ name: v.string(), generation: v.number() }),
})

export const language = v.picklist(['en', 'hi'])
