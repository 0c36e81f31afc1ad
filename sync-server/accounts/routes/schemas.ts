import * as v from 'valibot'
import { APPLICATION_TYPES, accountId, emailAddress, ROLES, timestamp, ulid } from '#model'
import type { AccountRecord } from '../account-record.ts'
import type { UnconfirmedApplication } from '../applicant-check.ts'

export const SessionAnswer = v.object({
  account: v.object({
    id: accountId,
    email: v.optional(emailAddress),
    name: v.optional(v.string()),
    role: v.picklist(ROLES),
  }),
  mailbox: v.object({ name: v.string(), generation: v.number() }),
  /** Its owner is asked first whether they applied (`POST /api/applications/<application>/mine`). */
  unconfirmedApplication: v.optional(
    v.object({ application: ulid, type: v.picklist(APPLICATION_TYPES), at: timestamp }),
  ),
})

/** A visitor has neither name nor e-mail. */
export const sessionAnswer = (
  { id, email, name, role, mailbox }: AccountRecord,
  unconfirmedApplication?: UnconfirmedApplication,
): v.InferInput<typeof SessionAnswer> => ({
  account: role === 'VISITOR' ? { id, role } : { id, email, name, role },
  mailbox: { name: mailbox.name, generation: mailbox.generation },
  ...(unconfirmedApplication && { unconfirmedApplication }),
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
