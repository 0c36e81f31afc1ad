import { type AccessLog, openAccessLog } from './accounts/access-log.ts'
import { type Accounts, openAccounts } from './accounts/accounts.ts'
import { type AccountDeletion, openAccountDeletion } from './accounts/deletion/account-deletion.ts'
import { openVisitorExpiry, type VisitorExpiry } from './accounts/deletion/visitor-expiry.ts'
import { openVisitorMerge, type VisitorMerge } from './accounts/deletion/visitor-merge.ts'
import { type EmailClaims, openEmailClaims } from './accounts/email-claims.ts'
import { type KnownDevices, openKnownDevices } from './accounts/known-devices.ts'
import { type LoginCodes, openLoginCodes } from './accounts/login-codes.ts'
import { openPasswords, type Passwords } from './accounts/passwords/passwords.ts'
import { openPendingRegistrations, type PendingRegistrations } from './accounts/registration/pending.ts'
import { openVerificationLinks, type VerificationLinks } from './accounts/registration/verification-links.ts'
import { openSessions, type Sessions } from './accounts/sessions.ts'
import { openDeskSettings, type SettingsStore } from './admin/desk-settings.ts'
import { openUsersIndex, type UsersIndex } from './admin/users-index.ts'
import { openSweep, type Sweep } from './core/sweep.ts'
import type { Couch } from './couch/couch.ts'
import type { OutageLog, Report } from './couch/outage-log.ts'
import { type Decider, openDecider } from './decider/decider.ts'
import type { Workflows } from './decider/define-workflow.ts'
import { type DeliverySimulation, openDeliverySimulation } from './demo/delivery-simulation.ts'
import { type DemoSmtp, startDemoSmtp } from './email/demo-smtp.ts'
import type { MailSecrets } from './email/kinds/define-mail.ts'
import { type Mailer, openMailer } from './email/mailer.ts'
import { type Outbox, openOutbox } from './email/outbox.ts'
import { openSessionRequests, type SessionRequests } from './gate/polls/session-requests.ts'
import { type AddressLimits, openAddressLimits } from './http/address-limits.ts'
import { type ChangeNotifier, openChangeNotifier } from './mailboxes/change-notifier.ts'
import { type Mailboxes, openMailboxes } from './mailboxes/mailboxes.ts'
import { openPendingMailboxes, type PendingMailboxes } from './mailboxes/pending-mailboxes.ts'
import { openRotation, type Rotation } from './mailboxes/rotation.ts'
import { openWorkflows } from './open-workflows.ts'
import { openVisitorMailLimits, type VisitorMailLimits } from './orders/visitor-mail-limits.ts'
import { type DeletionJobs, openDeletionJobs } from './people/deletion-jobs.ts'
import { openPersonalData } from './people/personal-data.ts'
import type { PersonalData } from './personal-data/personal-data.ts'
import type { Keys } from './settings/keys.ts'
import type { Settings } from './settings/settings.ts'
import { type Identities, openIdentities } from './social/identities.ts'
import { type OauthAttempts, openOauthAttempts } from './social/oauth-attempts.ts'
import { openProviders, type Providers } from './social/providers/providers.ts'

/** All services of the process; routes and workflows receive those that they need. */
export interface Services {
  settings: Settings
  keys: Keys
  now: () => Date
  outages: OutageLog
  /** The same as `outages.report`, for errors in the background. */
  report: Report
  couch: Couch
  emailClaims: EmailClaims
  accounts: Accounts
  personalData: PersonalData
  accountDeletion: AccountDeletion
  visitorMerge: VisitorMerge
  visitorExpiry: VisitorExpiry
  visitorMailLimits: VisitorMailLimits
  sessions: Sessions
  accessLog: AccessLog
  loginCodes: LoginCodes
  knownDevices: KnownDevices
  passwords: Passwords
  /** Codes for deleting an account. */
  deletionCodes: LoginCodes
  verificationLinks: VerificationLinks
  pendingRegistrations: PendingRegistrations
  secrets: MailSecrets
  addressLimits: AddressLimits
  oauthAttempts: OauthAttempts
  socialIdentities: Identities
  socialProviders: Providers
  mailer: Mailer
  outbox: Outbox
  /** Catches mail if no mail server is configured (demo mode). */
  demoSmtp: DemoSmtp | undefined
  mailboxes: Mailboxes
  notifier: ChangeNotifier
  sessionRequests: SessionRequests
  pendingMailboxes: PendingMailboxes
  rotation: Rotation
  deliverySimulation: DeliverySimulation
  workflows: Workflows
  decider: Decider
  deletionJobs: DeletionJobs
  deskSettings: SettingsStore
  usersIndex: UsersIndex
  sweep: Sweep
}

interface Given {
  settings: Settings
  keys: Keys
  couch: Couch
  outages: OutageLog
  now: () => Date
  onStep?: (point: string) => void
}

/** Creates the services; none of them works in the background until it is started. */
export async function openServices({ settings, keys, couch, outages, now, onStep }: Given): Promise<Services> {
  const { report } = outages
  const notifier = openChangeNotifier()
  const mailboxes = openMailboxes({ couch, notifier })
  const emailClaims = openEmailClaims({ couch, keys, now })
  const accounts = openAccounts({ couch, emailClaims, mailboxes, now })
  const sessions = openSessions({
    ...{ couch, keys, accounts, now },
    adopt: (visitor, by) => visitorMerge.adopt(visitor, by),
    depart: (visitor) => visitorExpiry.note(visitor),
  })
  const loginCodes = openLoginCodes({ couch, keys, now })
  const deletionCodes = openLoginCodes({ couch, keys, now, purpose: 'deletion-codes' })
  const accessLog = openAccessLog({ couch, keys, now })
  const socialIdentities = openIdentities({ couch, keys, now })
  const personalData = openPersonalData({
    ...{ couch, accounts, sessions, emailClaims, accessLog, mailboxes, socialIdentities },
  })
  const accountDeletion = openAccountDeletion({ couch, accounts, personalData, now, report })
  const visitorMerge = openVisitorMerge({ couch, accounts, sessions, accountDeletion, personalData, now, report })
  const visitorExpiry = openVisitorExpiry({ couch, accounts, accountDeletion, personalData, now })
  const visitorMailLimits = openVisitorMailLimits({ couch, keys, now })
  const knownDevices = openKnownDevices({ keys, settings })
  const passwords = openPasswords({ couch, keys, accounts, now })
  const verificationLinks = openVerificationLinks({ couch, keys, now })
  const pendingRegistrations = openPendingRegistrations({ couch, now })
  const secrets: MailSecrets = {
    code: async (ref) => (await loginCodes.reveal(ref)) ?? deletionCodes.reveal(ref),
    token: verificationLinks.reveal,
  }
  const demoSmtp = settings.smtpUrl === undefined ? await startDemoSmtp({ now }) : undefined
  const mailer = openMailer({ smtpUrl: settings.smtpUrl ?? demoSmtp?.url ?? '', from: settings.mailFrom })
  const outbox = openOutbox({ couch, accounts, secrets, mailer, settings, now, report })
  const pendingMailboxes = openPendingMailboxes({ couch, now })
  const steps = onStep ? { onStep } : {}
  const rotation = openRotation({ couch, notifier, mailboxes, pendingMailboxes, now, report, ...steps })
  const deliverySimulation = openDeliverySimulation({ couch, accounts, mailboxes, settings, now, report })
  const workflows = openWorkflows({ couch, accounts, mailboxes, outbox, visitorMailLimits, deliverySimulation })
  const decider = openDecider({
    ...{ couch, accounts, mailboxes, workflows, pendingMailboxes, notifier, settings, now, report },
    ...steps,
  })
  const deletionJobs = openDeletionJobs({ couch, accountDeletion, now })
  const deskSettings = openDeskSettings({ couch, now })
  const usersIndex = openUsersIndex({ couch, report })
  const sweep = openSweep({
    ...{ couch, kinds: [deletionJobs.kept], underLease: decider.underLease, now, report },
    isClosed: deskSettings.isMaintenance,
  })
  const addressLimits = openAddressLimits(now)
  const oauthAttempts = openOauthAttempts({ couch, keys, now })
  const socialProviders = openProviders(settings.social)
  const sessionRequests = openSessionRequests({ sessions, couch, now })
  return {
    ...{ settings, keys, now, outages, report, couch, accounts, sessions, loginCodes, addressLimits },
    ...{
      emailClaims,
      personalData,
      accountDeletion,
      visitorMerge,
      visitorExpiry,
      visitorMailLimits,
      knownDevices,
      passwords,
      accessLog,
    },
    ...{ deletionCodes, verificationLinks, pendingRegistrations, secrets },
    ...{ oauthAttempts, socialIdentities, socialProviders },
    ...{
      mailer,
      outbox,
      demoSmtp,
      mailboxes,
      notifier,
      sessionRequests,
      pendingMailboxes,
      rotation,
      deliverySimulation,
      workflows,
      decider,
      deletionJobs,
      deskSettings,
      usersIndex,
      sweep,
    },
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
