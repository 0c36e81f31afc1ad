import * as v from 'valibot'
import { APPLICATION_TYPES, accountId, emailAddress, ROLES, timestamp, ulid } from '#model'
import type { AccountRecord } from '../account-record.ts'
import type { ApplicantCheck } from '../applicant-check.ts'
import type { ListedFeeds } from '../listed-feeds.ts'

export const SessionAnswer = v.object({
  account: v.object({
    id: accountId,
    version: v.number(),
    email: v.optional(emailAddress),
    name: v.optional(v.string()),
    role: v.picklist(ROLES),
  }),
  mailbox: v.object({ name: v.string(), generation: v.number() }),
  /** What the account's devices replicate beside the mailbox. */
  feeds: v.array(v.object({ name: v.string(), database: v.string() })),
  /** Its owner is asked first whether they applied (`POST /api/applications/<application>/mine`). */
  unconfirmedApplication: v.optional(
    v.object({ application: ulid, type: v.picklist(APPLICATION_TYPES), at: timestamp }),
  ),
})

export interface SessionAnswerNeeds {
  applicantCheck: ApplicantCheck
  feeds: ListedFeeds
}

/** A visitor has neither name nor e-mail. */
export async function sessionAnswer(
  account: AccountRecord,
  { applicantCheck, feeds }: SessionAnswerNeeds,
): Promise<v.InferInput<typeof SessionAnswer>> {
  const { id, version, email, name, role, mailbox } = account
  const [listed, unconfirmedApplication] = await Promise.all([
    feeds.listedFor(account),
    applicantCheck.unconfirmedOf(account),
  ])
  return {
    account: role === 'VISITOR' ? { id, version, role } : { id, version, email, name, role },
    mailbox: { name: mailbox.name, generation: mailbox.generation },
    feeds: listed,
    ...(unconfirmedApplication && { unconfirmedApplication }),
  }
}

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
