import { type AccountDeletion, openAccountDeletion } from '../accounts/deletion/account-deletion.ts'
import { openVisitorExpiry, type VisitorExpiry } from '../accounts/deletion/visitor-expiry.ts'
import { openVisitorMerge, type VisitorMerge } from '../accounts/deletion/visitor-merge.ts'
import { openPersonalData } from '../people/personal-data.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'
import { openTickets, type Tickets } from '../support/tickets.ts'
import { openUploads, type Uploads } from '../uploads/uploads.ts'
import type { AccountServices } from './accounts.ts'
import type { Base } from './base.ts'
import type { EmailServices } from './email.ts'
import type { MailboxServices } from './mailboxes.ts'
import type { SocialServices } from './social.ts'

export interface PeopleServices {
  tickets: Tickets
  uploads: Uploads
  personalData: PersonalData
  accountDeletion: AccountDeletion
  visitorMerge: VisitorMerge
  visitorExpiry: VisitorExpiry
}

type Needs = Base &
  Pick<MailboxServices, 'mailboxes'> &
  Pick<SocialServices, 'socialIdentities'> &
  Pick<AccountServices, 'accounts' | 'sessions' | 'emailClaims' | 'accessLog'> &
  Pick<EmailServices, 'outbox'>

/** What becomes of people's data: their messages to support, their files, and everything that is merged or deleted with an account. */
export function openPeopleServices(needs: Needs): PeopleServices {
  const tickets = openTickets(needs)
  const uploads = openUploads(needs)
  const personalData = openPersonalData({ ...needs, tickets, uploads })
  const accountDeletion = openAccountDeletion({ ...needs, personalData })
  const visitorMerge = openVisitorMerge({ ...needs, personalData, accountDeletion })
  const visitorExpiry = openVisitorExpiry({ ...needs, personalData, accountDeletion })
  return { tickets, uploads, personalData, accountDeletion, visitorMerge, visitorExpiry }
}
