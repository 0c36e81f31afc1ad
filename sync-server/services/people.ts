import { type AccountDeletion, openAccountDeletion } from '../accounts/deletion/account-deletion.ts'
import { openVisitorExpiry, type VisitorExpiry } from '../accounts/deletion/visitor-expiry.ts'
import { openVisitorMerge, type VisitorMerge } from '../accounts/deletion/visitor-merge.ts'
import { type ApplicationDigests, openApplicationDigests } from '../applications/application-digest.ts'
import { type Applications, openApplications } from '../applications/applications.ts'
import { type ApplyingBrowser, openApplyingBrowser } from '../applications/applying-browser.ts'
import { type Kyc, openKyc } from '../applications/kyc.ts'
import { openPersonalData } from '../people/personal-data.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'
import type { SettingsStore } from '../settings/desk-settings.ts'
import { openTickets, type Tickets } from '../support/tickets.ts'
import { openUploads, type Uploads } from '../uploads/uploads.ts'
import type { AccountServices } from './accounts.ts'
import type { Base } from './base.ts'
import type { EmailServices } from './email.ts'
import type { MailboxServices } from './mailboxes.ts'
import type { SocialServices } from './social.ts'

export interface PeopleServices {
  kyc: Kyc
  applicationDigests: ApplicationDigests
  applications: Applications
  applyingBrowser: ApplyingBrowser
  tickets: Tickets
  uploads: Uploads
  personalData: PersonalData
  accountDeletion: AccountDeletion
  visitorMerge: VisitorMerge
  visitorExpiry: VisitorExpiry
}

type Needs = Base &
  Pick<MailboxServices, 'mailboxes' | 'feeds'> &
  Pick<SocialServices, 'socialIdentities'> &
  Pick<
    AccountServices,
    'accounts' | 'sessions' | 'emailClaims' | 'accessLog' | 'loginCodes' | 'passwords' | 'verificationLinks'
  > &
  Pick<EmailServices, 'outbox'> & { deskSettings: SettingsStore }

/** What becomes of people's data: their messages to support, their files, and everything that is merged or deleted with an account. */
export function openPeopleServices(needs: Needs): PeopleServices {
  const tickets = openTickets(needs)
  const uploads = openUploads(needs)
  const kyc = openKyc(needs)
  const applicationDigests = openApplicationDigests({ ...needs, readApplication: (id) => applications.get(id) })
  const applications: Applications = openApplications({
    ...{ ...needs, uploads, kyc, digests: applicationDigests },
    endAccount: (account) => accountDeletion.begin(account),
  })
  const personalData = openPersonalData({ ...needs, tickets, uploads, applications, kyc })
  const accountDeletion = openAccountDeletion({ ...needs, personalData })
  const visitorMerge = openVisitorMerge({ ...needs, personalData, accountDeletion })
  const visitorExpiry = openVisitorExpiry({ ...needs, personalData, accountDeletion })
  const applyingBrowser = openApplyingBrowser(needs)
  return {
    tickets,
    uploads,
    kyc,
    applicationDigests,
    applications,
    applyingBrowser,
    personalData,
    accountDeletion,
    visitorMerge,
    visitorExpiry,
  }
}
