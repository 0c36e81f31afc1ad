import { type AccountDeletion, openAccountDeletion } from '../accounts/deletion/account-deletion.ts'
import { openVisitorExpiry, type VisitorExpiry } from '../accounts/deletion/visitor-expiry.ts'
import { openVisitorMerge, type VisitorMerge } from '../accounts/deletion/visitor-merge.ts'
import { type ApplicationDigests, openApplicationDigests } from '../applications/application-digest.ts'
import { type Applications, openApplications } from '../applications/applications.ts'
import { type ApplyingBrowser, openApplyingBrowser } from '../applications/applying-browser.ts'
import { type Kyc, openKyc } from '../applications/kyc.ts'
import { openBulkDigests } from '../bulk/bulk-digest.ts'
import { type BulkRequests, openBulkRequests } from '../bulk/bulk-requests.ts'
import { openBulkSubject } from '../bulk/bulk-subject.ts'
import { type Conversations, openConversations } from '../conversations/conversations.ts'
import type { Digests } from '../core/digest.ts'
import type { Kept } from '../core/sweep.ts'
import { openLostPartners, type PartnerLost } from '../deliveries/lost-partners.ts'
import { openOrderRecords } from '../deliveries/order-records.ts'
import { openOrderSubject } from '../deliveries/order-subject.ts'
import type { OrderRecord } from '../orders/order-record.ts'
import { openVisitorMailLimits, type VisitorMailLimits } from '../orders/visitor-mail-limits.ts'
import type { Earnings } from '../partners/earnings.ts'
import { openPartners, type Partners } from '../partners/partners.ts'
import { openMoney, type Payouts } from '../partners/payouts.ts'
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
  bulkDigests: Digests
  bulkRequests: BulkRequests
  conversations: Conversations
  /** For what tells conversations: they read orders, bulk requests and tickets, which are created before them. */
  followConversation: Conversations['follow']
  answerInConversation: Conversations['answer']
  tickets: Tickets
  earnings: Earnings
  payouts: Payouts
  partners: Partners
  orderRecords: Kept<OrderRecord>
  partnerLost: PartnerLost
  visitorMailLimits: VisitorMailLimits
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
export function openPeopleServices(given: Needs): PeopleServices {
  const followConversation: Conversations['follow'] = (key) => conversations.follow(key)
  const answerInConversation: Conversations['answer'] = (account, message) => conversations.answer(account, message)
  const needs = { ...given, followConversation, answerInConversation }
  const tickets = openTickets(needs)
  const uploads = openUploads(needs)
  const kyc = openKyc(needs)
  const { earnings, payouts } = openMoney({ ...needs, kyc })
  const partners: Partners = openPartners({ ...needs, payouts })
  const visitorMailLimits = openVisitorMailLimits(needs)
  const orderRecords = openOrderRecords({ ...needs, visitorMailLimits, earnings, partners })
  const partnerLost = openLostPartners({ ...needs, orders: orderRecords.store, partners })
  const applicationDigests = openApplicationDigests({ ...needs, readApplication: (id) => applications.get(id) })
  const applications: Applications = openApplications({
    ...{ ...needs, uploads, kyc, digests: applicationDigests },
    endAccount: (account) => accountDeletion.begin(account),
  })
  const bulkDigests = openBulkDigests({ ...needs, readRequest: (id) => bulkRequests.get(id) })
  const bulkRequests: BulkRequests = openBulkRequests({ ...needs, bulkDigests, visitorMailLimits })
  const conversations: Conversations = openConversations({
    ...{ ...needs, tickets },
    subjects: {
      order: openOrderSubject({ ...needs, orders: orderRecords.store }),
      bulk: openBulkSubject({ ...needs, bulkRequests }),
    },
  })
  const personalData = openPersonalData({
    ...{ ...needs, tickets, orderRecords, partnerLost, uploads, applications, kyc, earnings, payouts, partners },
    ...{ bulkDigests, bulkRequests, conversations },
  })
  const accountDeletion = openAccountDeletion({ ...needs, personalData })
  const visitorMerge = openVisitorMerge({ ...needs, personalData, accountDeletion })
  const visitorExpiry = openVisitorExpiry({ ...needs, personalData, accountDeletion })
  const applyingBrowser = openApplyingBrowser(needs)
  return {
    tickets,
    orderRecords,
    partnerLost,
    visitorMailLimits,
    uploads,
    kyc,
    earnings,
    payouts,
    partners,
    applicationDigests,
    applications,
    applyingBrowser,
    bulkDigests,
    bulkRequests,
    conversations,
    followConversation,
    answerInConversation,
    personalData,
    accountDeletion,
    visitorMerge,
    visitorExpiry,
  }
}
