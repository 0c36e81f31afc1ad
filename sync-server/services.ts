import { type Accounts, openAccounts } from './accounts/accounts.ts'
import { type AddressLimits, openAddressLimits } from './accounts/address-limits.ts'
import { type AccessAudit, openAccessAudit } from './accounts/audit.ts'
import { type EmailClaims, openEmailClaims } from './accounts/email-claims.ts'
import { type Adoptions, openAdoptions } from './accounts/endings/adoptions.ts'
import { type Departures, openDepartures } from './accounts/endings/departures.ts'
import { type Endings, openEndings } from './accounts/endings/endings.ts'
import { type KnownDevices, openKnownDevices } from './accounts/known-devices.ts'
import { type LoginCodes, openLoginCodes } from './accounts/login-codes.ts'
import { openPasswords, type Passwords } from './accounts/passwords/passwords.ts'
import { openRegistrants, type Registrants } from './accounts/registering/registrants.ts'
import { openVerifications, type Verifications } from './accounts/registering/verifications.ts'
import { openSessions, type Sessions } from './accounts/sessions.ts'
import type { Couch } from './couch/couch.ts'
import type { OutageLog, Report } from './couch/outage-log.ts'
import { openTimelines, type Timelines } from './demo/timelines.ts'
import { type DemoSmtp, startDemoSmtp } from './email/demo-smtp.ts'
import type { Secrets } from './email/kinds/kind.ts'
import { type Mailer, openMailer } from './email/mailer.ts'
import { type Outbox, openOutbox } from './email/outbox.ts'
import { type OpenRequests, openOpenRequests } from './gate/polls/open-requests.ts'
import type { Keys } from './keys.ts'
import { type DueMarks, openDueMarks } from './mailboxes/due-marks.ts'
import { type Hub, openHub } from './mailboxes/hub.ts'
import { type Mailboxes, openMailboxes } from './mailboxes/mailboxes.ts'
import { openRotation, type Rotation } from './mailboxes/rotation.ts'
import { openWorkflows } from './open-workflows.ts'
import type { Settings } from './settings.ts'
import { type Attempts, openAttempts } from './social/attempts.ts'
import { type Identities, openIdentities } from './social/identities.ts'
import { openProviders, type Providers } from './social/providers/providers.ts'
import { type Decider, openDecider } from './workflows/decider.ts'
import type { Workflows } from './workflows/define-workflow.ts'
import { openVisitorMails, type VisitorMails } from './workflows/visitor-mails.ts'

/** All there is, put together by hand; routes and workflows are handed what they need of it. */
export interface Services {
  settings: Settings
  keys: Keys
  now: () => Date
  outages: OutageLog
  /** The same as in `outages`: what goes wrong in the background. */
  report: Report
  couch: Couch
  claims: EmailClaims
  accounts: Accounts
  endings: Endings
  adoptions: Adoptions
  departures: Departures
  visitorMails: VisitorMails
  sessions: Sessions
  accessAudit: AccessAudit
  loginCodes: LoginCodes
  knownDevices: KnownDevices
  passwords: Passwords
  /** For deleting an account. */
  deletionCodes: LoginCodes
  verifications: Verifications
  registrants: Registrants
  secrets: Secrets
  addressLimits: AddressLimits
  socialAttempts: Attempts
  socialIdentities: Identities
  socialProviders: Providers
  mailer: Mailer
  outbox: Outbox
  /** Catches mail where no mail server is set (demo mode). */
  demoSmtp: DemoSmtp | undefined
  mailboxes: Mailboxes
  hub: Hub
  openRequests: OpenRequests
  dueMarks: DueMarks
  rotation: Rotation
  timelines: Timelines
  workflows: Workflows
  decider: Decider
}

interface Given {
  settings: Settings
  keys: Keys
  couch: Couch
  outages: OutageLog
  now: () => Date
  onStep?: (point: string) => void
}

/** Puts the services together; nothing of them works in the background until it is started. */
export async function openServices({ settings, keys, couch, outages, now, onStep }: Given): Promise<Services> {
  const { report } = outages
  const hub = openHub()
  const mailboxes = openMailboxes({ couch, hub })
  const claims = openEmailClaims({ couch, keys, now })
  const accounts = openAccounts({ couch, claims, mailboxes, now })
  const sessions = openSessions({
    ...{ couch, keys, accounts, now },
    adopt: (visitor, by) => adoptions.adopt(visitor, by),
    depart: (visitor) => departures.note(visitor),
  })
  const loginCodes = openLoginCodes({ couch, keys, now })
  const deletionCodes = openLoginCodes({ couch, keys, now, purpose: 'deletion-codes' })
  const accessAudit = openAccessAudit({ couch, keys, now })
  const socialIdentities = openIdentities({ couch, keys, now })
  const endings = openEndings({ couch, accounts, sessions, claims, accessAudit, socialIdentities, now, report })
  const adoptions = openAdoptions({ couch, accounts, sessions, endings, mailboxes, now, report })
  const departures = openDepartures({ couch, accounts, endings, now })
  const visitorMails = openVisitorMails({ couch, keys, now })
  const knownDevices = openKnownDevices({ keys, settings })
  const passwords = openPasswords({ couch, keys, accounts, now })
  const verifications = openVerifications({ couch, keys, now })
  const registrants = openRegistrants({ couch, now })
  const secrets: Secrets = {
    code: async (ref) => (await loginCodes.reveal(ref)) ?? deletionCodes.reveal(ref),
    token: verifications.reveal,
  }
  const demoSmtp = settings.smtpUrl === undefined ? await startDemoSmtp({ now }) : undefined
  const mailer = openMailer({ smtpUrl: settings.smtpUrl ?? demoSmtp?.url ?? '', from: settings.mailFrom })
  const outbox = openOutbox({ couch, accounts, secrets, mailer, settings, now, report })
  const dueMarks = openDueMarks({ couch, now })
  const steps = onStep ? { onStep } : {}
  const rotation = openRotation({ couch, hub, mailboxes, dueMarks, now, report, ...steps })
  const timelines = openTimelines({ couch, accounts, mailboxes, settings, now, report })
  const workflows = openWorkflows({ couch, accounts, mailboxes, outbox, visitorMails, timelines })
  const decider = openDecider({
    ...{ couch, accounts, mailboxes, workflows, dueMarks, hub, settings, now, report },
    ...steps,
  })
  const addressLimits = openAddressLimits(now)
  const socialAttempts = openAttempts({ couch, keys, now })
  const socialProviders = openProviders(settings.social)
  const openRequests = openOpenRequests({ sessions, couch, now })
  return {
    ...{ settings, keys, now, outages, report, couch, accounts, sessions, loginCodes, addressLimits },
    ...{ claims, endings, adoptions, departures, visitorMails, knownDevices, passwords, accessAudit },
    ...{ deletionCodes, verifications, registrants, secrets },
    ...{ socialAttempts, socialIdentities, socialProviders },
    ...{ mailer, outbox, demoSmtp, mailboxes, hub, openRequests, dueMarks, rotation, timelines, workflows, decider },
  }
}

/** Stops what works in the background; what it had in hand goes on at the next start. */
export async function closeServices({
  decider,
  outbox,
  openRequests,
  mailer,
  demoSmtp,
  couch,
}: Services): Promise<void> {
  await Promise.all([openRequests.close(), decider.stop(), outbox.stop()])
  mailer.close()
  await demoSmtp?.close()
  await couch.close()
}
