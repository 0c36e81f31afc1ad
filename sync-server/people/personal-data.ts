import type { AccessLog } from '../accounts/access-log.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { EmailClaims } from '../accounts/email-claims.ts'
import { accountsPersonalData } from '../accounts/personal-data.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Applications } from '../applications/applications.ts'
import type { Kyc } from '../applications/kyc.ts'
import { applicationsPersonalData } from '../applications/personal-data.ts'
import type { BulkRequests } from '../bulk/bulk-requests.ts'
import { bulkPersonalData } from '../bulk/personal-data.ts'
import type { Conversations } from '../conversations/conversations.ts'
import { conversationsPersonalData } from '../conversations/personal-data.ts'
import type { Digests } from '../core/digest.ts'
import type { Kept } from '../core/sweep.ts'
import type { Couch } from '../couch/couch.ts'
import { deciderPersonalData } from '../decider/personal-data.ts'
import type { PartnerLost } from '../deliveries/lost-partners.ts'
import { deliveriesPersonalData } from '../deliveries/personal-data.ts'
import { emailPersonalData } from '../email/personal-data.ts'
import type { Mailboxes } from '../mailboxes/mailboxes.ts'
import { mailboxesPersonalData } from '../mailboxes/personal-data.ts'
import type { OrderRecord } from '../orders/order-record.ts'
import { ordersPersonalData } from '../orders/personal-data.ts'
import type { Earnings } from '../partners/earnings.ts'
import type { Partners } from '../partners/partners.ts'
import type { Payouts } from '../partners/payouts.ts'
import { partnersPersonalData } from '../partners/personal-data.ts'
import { notPersonal, type PersonalData, personalDataOf } from '../personal-data/personal-data.ts'
import type { Identities } from '../social/identities.ts'
import { socialPersonalData } from '../social/personal-data.ts'
import { supportPersonalData } from '../support/personal-data.ts'
import type { Tickets } from '../support/tickets.ts'
import { uploadsPersonalData } from '../uploads/personal-data.ts'
import type { Uploads } from '../uploads/uploads.ts'

interface Needs {
  couch: Couch
  accounts: Accounts
  sessions: Sessions
  emailClaims: EmailClaims
  accessLog: AccessLog
  mailboxes: Mailboxes
  socialIdentities: Identities
  bulkDigests: Pick<Digests, 'about'>
  bulkRequests: BulkRequests
  conversations: Conversations
  tickets: Tickets
  applications: Applications
  kyc: Kyc
  earnings: Earnings
  payouts: Payouts
  partners: Partners
  uploads: Uploads
  orderRecords: Kept<OrderRecord>
  partnerLost: PartnerLost
  now: () => Date
}

/** The personal data that the service stores and how each kind is handled; every new kind is added here. */
export const openPersonalData = (needs: Needs): PersonalData =>
  personalDataOf([
    ...accountsPersonalData(needs),
    ...mailboxesPersonalData(needs),
    ...socialPersonalData(needs),
    ...emailPersonalData(needs),
    ...deliveriesPersonalData(needs),
    ...ordersPersonalData(needs),
    ...bulkPersonalData(needs),
    ...supportPersonalData(needs),
    ...conversationsPersonalData(needs),
    ...applicationsPersonalData(needs),
    ...uploadsPersonalData(needs),
    ...partnersPersonalData(needs),
    ...deciderPersonalData(needs),
    notPersonal('catalogue', [''], 'It is public: flowers, florists and promo codes.'),
    notPersonal(
      'jobs',
      ['job:'],
      'It holds ids and figures: which admin asked, which accounts, and how many are done.',
    ),
    notPersonal(
      'jobs',
      ['digest:'],
      'It holds ids of applications or bulk requests about which mails were sent; it is removed `digestDays` after that.',
    ),
    notPersonal(
      'jobs',
      ['taken-role:'],
      'It holds ids and a role; the reason is removed as soon as the mail that tells it is posted, even if the account has ended.',
    ),
    notPersonal(
      'work',
      ['retention'],
      'It says when old documents were last removed, and after which account to go on.',
    ),
    notPersonal('work', ['feeds'], 'It says which database of a feed is read.'),
    notPersonal('work', ['desk-settings'], 'It holds three switches, and which admin changed them last.'),
    notPersonal('work', ['timeline:'], 'It names an order alone, and is over with the demo’s delivery.'),
    notPersonal(
      'work',
      ['database-mode', 'keys'],
      'It says what kind of service the database belongs to, and which keys.',
    ),
  ])
