import { type AccessLog, openAccessLog } from '../accounts/access-log.ts'
import { type Accounts, openAccounts } from '../accounts/accounts.ts'
import { type AccountDeletion, openAccountDeletion } from '../accounts/deletion/account-deletion.ts'
import { openVisitorExpiry, type VisitorExpiry } from '../accounts/deletion/visitor-expiry.ts'
import { openVisitorMerge, type VisitorMerge } from '../accounts/deletion/visitor-merge.ts'
import { type EmailClaims, openEmailClaims } from '../accounts/email-claims.ts'
import { type KnownDevices, openKnownDevices } from '../accounts/known-devices.ts'
import { type LoginCodes, openLoginCodes } from '../accounts/login-codes.ts'
import { openPasswords, type Passwords } from '../accounts/passwords/passwords.ts'
import { openPendingRegistrations, type PendingRegistrations } from '../accounts/registration/pending.ts'
import { openVerificationLinks, type VerificationLinks } from '../accounts/registration/verification-links.ts'
import { openSessions, type Sessions } from '../accounts/sessions.ts'
import { openPersonalData } from '../people/personal-data.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'
import type { Base } from './base.ts'
import type { MailboxServices } from './mailboxes.ts'
import type { SocialServices } from './social.ts'

export interface AccountServices {
  accounts: Accounts
  emailClaims: EmailClaims
  sessions: Sessions
  accessLog: AccessLog
  knownDevices: KnownDevices
  loginCodes: LoginCodes
  /** For deleting an account. */
  deletionCodes: LoginCodes
  passwords: Passwords
  verificationLinks: VerificationLinks
  pendingRegistrations: PendingRegistrations
  personalData: PersonalData
  accountDeletion: AccountDeletion
  visitorMerge: VisitorMerge
  visitorExpiry: VisitorExpiry
}

type Needs = Base & Pick<MailboxServices, 'mailboxes'> & Pick<SocialServices, 'socialIdentities'>

export function openAccountServices(needs: Needs): AccountServices {
  const { settings, keys, couch, now, report, mailboxes, socialIdentities } = needs
  const emailClaims = openEmailClaims({ couch, keys, now })
  const accounts = openAccounts({ couch, emailClaims, mailboxes, now })
  const sessions = openSessions({
    ...{ couch, keys, accounts, now },
    adopt: (visitor, by) => visitorMerge.adopt(visitor, by),
    depart: (visitor) => visitorExpiry.note(visitor),
  })
  const accessLog = openAccessLog({ couch, keys, now })
  const personalData = openPersonalData({
    ...{ couch, accounts, sessions, emailClaims, accessLog, mailboxes, socialIdentities },
  })
  const accountDeletion = openAccountDeletion({ couch, accounts, personalData, now, report })
  const visitorMerge = openVisitorMerge({ couch, accounts, sessions, accountDeletion, personalData, now, report })
  const visitorExpiry = openVisitorExpiry({ couch, accounts, accountDeletion, personalData, now })
  return {
    ...{ accounts, emailClaims, sessions, accessLog, personalData, accountDeletion, visitorMerge, visitorExpiry },
    knownDevices: openKnownDevices({ keys, settings }),
    loginCodes: openLoginCodes({ couch, keys, now }),
    deletionCodes: openLoginCodes({ couch, keys, now, purpose: 'deletion-codes' }),
    passwords: openPasswords({ couch, keys, accounts, now }),
    verificationLinks: openVerificationLinks({ couch, keys, now }),
    pendingRegistrations: openPendingRegistrations({ couch, now }),
  }
}
