import { type AccessLog, openAccessLog } from '../accounts/access-log.ts'
import { type Accounts, openAccounts } from '../accounts/accounts.ts'
import { type EmailClaims, openEmailClaims } from '../accounts/email-claims.ts'
import { type KnownDevices, openKnownDevices } from '../accounts/known-devices.ts'
import { type LoginCodes, openLoginCodes } from '../accounts/login-codes.ts'
import { openPasswords, type Passwords } from '../accounts/passwords/passwords.ts'
import { openPendingRegistrations, type PendingRegistrations } from '../accounts/registration/pending.ts'
import { openVerificationLinks, type VerificationLinks } from '../accounts/registration/verification-links.ts'
import { openSessions, type Sessions } from '../accounts/sessions.ts'
import type { Base } from './base.ts'
import type { MailboxServices } from './mailboxes.ts'

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
}

type Needs = Base & Pick<MailboxServices, 'mailboxes'> & Pick<Parameters<typeof openSessions>[0], 'adopt' | 'depart'>

export function openAccountServices(needs: Needs): AccountServices {
  const { settings, keys, couch, now, mailboxes, adopt, depart } = needs
  const emailClaims = openEmailClaims({ couch, keys, now })
  const accounts = openAccounts({ couch, emailClaims, mailboxes, now })
  return {
    emailClaims,
    accounts,
    sessions: openSessions({ couch, keys, accounts, now, adopt, depart }),
    accessLog: openAccessLog({ couch, keys, now }),
    knownDevices: openKnownDevices({ keys, settings }),
    loginCodes: openLoginCodes({ couch, keys, now }),
    deletionCodes: openLoginCodes({ couch, keys, now, purpose: 'deletion-codes' }),
    passwords: openPasswords({ couch, keys, accounts, now }),
    verificationLinks: openVerificationLinks({ couch, keys, now }),
    pendingRegistrations: openPendingRegistrations({ couch, now }),
  }
}
