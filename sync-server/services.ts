import { openUsersIndex, type UsersIndex } from './admin/users-index.ts'
import { openSessionRequests, type SessionRequests } from './gate/polls/session-requests.ts'
import { type AddressLimits, openAddressLimits } from './http/address-limits.ts'
import { type AccountServices, openAccountServices } from './services/accounts.ts'
import type { Base, Steps } from './services/base.ts'
import { type DecisionServices, openDecisionServices } from './services/decisions.ts'
import { type EmailServices, openEmailServices } from './services/email.ts'
import { type MailboxServices, openMailboxServices } from './services/mailboxes.ts'
import { openPeopleServices, type PeopleServices } from './services/people.ts'
import { openSocialServices, type SocialServices } from './services/social.ts'
import { openDeskSettings, type SettingsStore } from './settings/desk-settings.ts'

/** All services of the process, group by group; routes and workflows receive those that they need. */
export interface Services
  extends Base,
    MailboxServices,
    SocialServices,
    AccountServices,
    EmailServices,
    PeopleServices,
    DecisionServices {
  addressLimits: AddressLimits
  sessionRequests: SessionRequests
  /** What admins have switched on or off. */
  deskSettings: SettingsStore
  usersIndex: UsersIndex
}

type Given = Omit<Base, 'report'> & Steps

/** Creates the services; none of them works in the background until it is started. */
export async function openServices({ onStep, ...given }: Given): Promise<Services> {
  const base: Base = { ...given, report: given.outages.report }
  const { couch, now } = base
  const deskSettings = openDeskSettings(base)
  const steps: Steps = onStep ? { onStep } : {}
  const mailboxes = openMailboxServices(base, steps)
  const social = openSocialServices(base)
  const accounts = openAccountServices({
    ...{ ...base, ...mailboxes },
    adopt: (visitor, by) => people.visitorMerge.adopt(visitor, by),
    depart: (visitor) => people.visitorExpiry.note(visitor),
  })
  const email = await openEmailServices({ ...base, ...accounts })
  const usersIndex = openUsersIndex(base)
  const people = openPeopleServices({
    ...{ ...base, ...mailboxes, ...social, ...accounts, ...email, deskSettings },
  })
  const decisions = openDecisionServices(
    { ...base, ...mailboxes, ...accounts, ...email, ...people, deskSettings },
    steps,
  )
  return {
    ...base,
    ...mailboxes,
    ...social,
    ...accounts,
    ...email,
    ...people,
    ...decisions,
    deskSettings,
    usersIndex,
    addressLimits: openAddressLimits(now),
    sessionRequests: openSessionRequests({ sessions: accounts.sessions, couch, now }),
  }
}

/** Stops background work; unfinished work continues at the next start. */
export async function closeServices({
  decider,
  outbox,
  sessionRequests,
  mailer,
  demoSmtp,
  usersIndex,
  couch,
}: Services): Promise<void> {
  await Promise.all([sessionRequests.close(), decider.stop(), outbox.stop(), usersIndex.close()])
  mailer.close()
  await demoSmtp?.close()
  await couch.close()
}
