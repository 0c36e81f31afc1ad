import * as v from 'valibot'
import { accountId, emailAddress, ROLES, timestamp } from '#model'
import type { AccountRecord } from '../account-record.ts'

export const SessionAnswer = v.object({
  account: v.object({
    id: accountId,
    email: v.optional(emailAddress),
    name: v.optional(v.string()),
    role: v.picklist(ROLES),
  }),
  mailbox: v.object({ name: v.string(), generation: v.number() }),
})

/** A visitor has neither name nor e-mail. */
export const sessionAnswer = ({
  id,
  email,
  name,
  role,
  mailbox,
}: AccountRecord): v.InferInput<typeof SessionAnswer> => ({
  account: role === 'VISITOR' ? { id, role } : { id, email, name, role },
  mailbox: { name: mailbox.name, generation: mailbox.generation },
})

export const SessionList = v.object({
  sessions: v.array(
    v.object({
      id: v.string(),
      userAgent: v.string(),
      madeAt: timestamp,
      seenAt: timestamp,
      isCurrent: v.boolean(),
    }),
  ),
})
