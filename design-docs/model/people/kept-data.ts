/** How long the service keeps personal data. The service uses these limits, and the privacy page shows them. */
export const KEPT_FOR = {
  /** A session, after its last use. */
  sessionDays: 30,
  /** The cookie that marks a browser that has logged in, after its last login. */
  knownBrowserDays: 365,
  /** The cookie that is needed during a login with Google or Facebook. */
  socialLoginMinutes: 60,
  loginCodeMinutes: 10,
  /** The counts of requested codes and of wrong passwords, after the last one. */
  codeRequestDays: 30,
  /** An account whose e-mail address was never verified, after the last mail about it. */
  unverifiedDays: 7,
  /** A visitor, after their last delivery or the date of their last bulk request, because they may still ask about it. */
  visitorDays: 30,
  /** What the delivery partner's copy of an order says of the recipient, after the delivery. */
  deliveryHours: 24,
  /** How a supplier may reach the buyer of a bulk request, after the delivery date. */
  bulkContactDays: 7,
  /** An intent with its receipt, after the receipt. */
  intentDays: 30,
  /** As `intentDays`, for an intent that was refused and for those that belong to it. */
  refusedIntentDays: 90,
  noticeDays: 30,
  /** Logins and logouts: CERT-In's directions of 28 April 2022 require that logs are kept so long. */
  accessLogDays: 180,
  /** A sent mail, which shows when a person logged in. */
  sentMailDays: 180,
  /** A mail that could not be sent, with its recipient and text, so that an operator can examine it. */
  failedMailDays: 30,
  /** A message to support that was sent without an account, so that nobody could delete it. */
  messageDays: 180,
  /** The messages of a conversation about an order or a bulk request, after it was closed. */
  conversationDays: 30,
  /** The messages of a conversation with Mogra, after the last one. */
  supportConversationDays: 180,
  /** The list of applications about which the admins got one mail, after that mail; it names nobody. */
  digestDays: 30,
  /** A file that was uploaded and that no application names, after it was last touched. */
  uploadDays: 7,
  /** A file that was chosen for an application and is still on the device. */
  chosenFileDays: 30,
  /** The counts of requests by network address, in memory. */
  addressMinutes: 60,
  /** As `addressMinutes`, for uploads. */
  uploadAddressHours: 24,
} as const

export type KeptLimit = keyof typeof KEPT_FOR

const MINUTE_S = 60
const DAY_S = 86_400

/** On https, browsers accept a cookie with this prefix only from this host, and send it to no other. */
export const cookieName = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name)

/** All cookies that the service sets; their texts on the privacy page are `privacy.cookies.<id>`. */
export const COOKIES = {
  session: { name: 'sid', seconds: KEPT_FOR.sessionDays * DAY_S },
  knownBrowser: { name: 'known', seconds: KEPT_FOR.knownBrowserDays * DAY_S },
  socialLogin: { name: 'social', seconds: KEPT_FOR.socialLoginMinutes * MINUTE_S },
  application: { name: 'applied', seconds: KEPT_FOR.unverifiedDays * DAY_S },
} as const

export interface KeptData {
  /** The texts on the privacy page are `privacy.kept.<id>`: the title, the contents, the reason, and the time. */
  id: string
  /** The limits that the text names; without limits, the data is kept as long as the account. */
  limits: readonly KeptLimit[]
  /** `mailbox`: the account's own database, which its devices replicate; `database`: one for the service only. */
  places: readonly ('mailbox' | 'database' | 'memory' | 'device')[]
  /** The documents, as the service's four lists of personal data name them: `<database>/<prefix of the ids>`. */
  records: readonly string[]
  /** Whether a part remains after the account's deletion; `privacy.remains.<id>` describes it. */
  remains: boolean
}

/** All personal data that is kept. The privacy page shows it; a test of the service compares it with the databases. */
export const KEPT_DATA = [
  {
    id: 'account',
    limits: ['unverifiedDays'],
    places: ['database', 'mailbox'],
    records: ['accounts/account:', 'accounts/email:', 'credentials/verification:', 'credentials/registrants:'],
    remains: false,
  },
  { id: 'password', limits: [], places: ['database'], records: ['credentials/password:'], remains: false },
  {
    id: 'identity',
    limits: ['socialLoginMinutes'],
    places: ['database'],
    records: ['credentials/identity:', 'credentials/social-attempt:'],
    remains: false,
  },
  {
    id: 'orders',
    limits: ['deliveryHours'],
    places: ['database', 'mailbox'],
    records: ['orders/order:', 'promo-claims/promo-claim:'],
    remains: true,
  },
  {
    id: 'bulk',
    limits: ['sessionDays', 'visitorDays', 'bulkContactDays'],
    places: ['database', 'mailbox'],
    records: ['bulk-requests/bulk:', 'outbox/mail:bulk-order-confirmation:'],
    remains: true,
  },
  {
    id: 'activity',
    limits: ['intentDays', 'refusedIntentDays', 'noticeDays'],
    places: ['mailbox'],
    records: ['mailbox/', 'work/due:', 'work/move:', 'work/parked:'],
    remains: false,
  },
  {
    id: 'visitor',
    limits: ['sessionDays', 'visitorDays'],
    places: ['database', 'mailbox'],
    records: ['work/adoption:', 'work/departure:', 'credentials/visitor-mails:'],
    remains: false,
  },
  {
    id: 'applications',
    limits: ['unverifiedDays'],
    places: ['database', 'mailbox'],
    records: ['applications/application:', 'kyc/kyc:', 'kyc/bank:'],
    remains: false,
  },
  {
    id: 'earnings',
    limits: [],
    places: ['database', 'mailbox'],
    records: ['partners/partner:', 'partners/earning:', 'partners/payout:'],
    remains: true,
  },
  {
    id: 'reports',
    limits: ['messageDays'],
    places: ['database', 'mailbox'],
    records: ['tickets/ticket:'],
    remains: true,
  },
  {
    id: 'conversations',
    limits: ['conversationDays', 'supportConversationDays'],
    places: ['database', 'mailbox'],
    records: ['conversations/conversation:', 'conversations/message:', 'conversations/seen:'],
    remains: false,
  },
  {
    id: 'mails',
    limits: ['sentMailDays', 'failedMailDays'],
    places: ['database'],
    records: ['outbox/mail:', 'outbox/mail:order-confirmation:'],
    remains: true,
  },
  { id: 'sessions', limits: ['sessionDays'], places: ['database'], records: ['credentials/session:'], remains: true },
  {
    id: 'codes',
    limits: ['codeRequestDays'],
    places: ['database'],
    records: ['credentials/login-codes:', 'credentials/deletion-codes:', 'credentials/attempts:'],
    remains: true,
  },
  { id: 'access', limits: ['accessLogDays'], places: ['database'], records: ['audit/access:'], remains: false },
  {
    id: 'uploads',
    limits: ['uploadDays', 'chosenFileDays'],
    places: ['database', 'device'],
    records: ['uploads/upload:'],
    remains: false,
  },
  {
    id: 'addresses',
    limits: ['addressMinutes', 'uploadAddressHours'],
    places: ['memory'],
    records: [],
    remains: false,
  },
  { id: 'decisions', limits: [], places: ['database'], records: ['audit/audit:'], remains: true },
  {
    id: 'deletion',
    limits: [],
    places: ['database'],
    records: ['accounts/account:', 'work/ending:'],
    remains: true,
  },
  { id: 'device', limits: [], places: ['device'], records: [], remains: false },
] as const satisfies readonly KeptData[]
