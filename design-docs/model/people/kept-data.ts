/** How long the service keeps what it holds of people: its own limits, and the figures on the privacy page. */
export const KEPT_FOR = {
  /** A session, since it was used last. */
  sessionDays: 30,
  /** The mark of a browser that has logged in, since it did so last. */
  knownBrowserDays: 365,
  /** What is needed on the way to Google or Facebook and back. */
  socialLoginMinutes: 60,
  loginCodeMinutes: 10,
  /** That codes were asked for and passwords were wrong, since the last time. */
  codeRequestDays: 30,
  /** An account whose e-mail address was never verified, since the last mail about it. */
  unverifiedDays: 7,
  /** A visitor, since their last delivery; somebody may still ask about it. */
  visitorDays: 30,
  /** Who logged in and out: as long as CERT-In's directions of 28 April 2022 have logs kept. */
  accessLogDays: 180,
  /** That a mail was sent says when somebody logged in. */
  sentMailDays: 180,
  /** A mail that was given up says whom it was for and what it said; somebody may look into it. */
  failedMailDays: 30,
  /** Network addresses are counted in memory. */
  addressMinutes: 60,
} as const

export type KeptLimit = keyof typeof KEPT_FOR

const MINUTE_S = 60
const DAY_S = 86_400

/** On https the prefix makes the browser insist that only this host sets the cookie, and sends it to no other. */
export const cookieName = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name)

/** Every cookie that the service sets; their texts on the privacy page are `privacy.cookies.<id>`. */
export const COOKIES = {
  session: { name: 'sid', seconds: KEPT_FOR.sessionDays * DAY_S },
  knownBrowser: { name: 'known', seconds: KEPT_FOR.knownBrowserDays * DAY_S },
  socialLogin: { name: 'social', seconds: KEPT_FOR.socialLoginMinutes * MINUTE_S },
} as const

export interface KeptData {
  /** Its texts on the privacy page are `privacy.kept.<id>`: its title, what it is, why it is kept, and how long. */
  id: string
  /** The limits that its text names; it is kept as long as the account if there are none. */
  limits: readonly KeptLimit[]
  /** `mailbox`: the account's own database, which its devices copy; `database`: one that only the service reads. */
  places: readonly ('mailbox' | 'database' | 'memory' | 'device')[]
  /** Its documents, as the four personal lists of the service name them: `<database>/<how the ids begin>`. */
  records: readonly string[]
  /** The account's deletion leaves something of it, which `privacy.remains.<id>` describes. */
  remains: boolean
}

/** Everything that is kept of people. The privacy page shows it; a test of the service compares it with the databases. */
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
    limits: [],
    places: ['database', 'mailbox'],
    records: ['orders/order:', 'promo-claims/promo-claim:'],
    remains: true,
  },
  {
    id: 'activity',
    limits: [],
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
  { id: 'reports', limits: [], places: ['database'], records: ['tickets/ticket:'], remains: true },
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
  { id: 'addresses', limits: ['addressMinutes'], places: ['memory'], records: [], remains: false },
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
