import { dayOf } from '#model'
import { narrowedName } from '../../feeds/feeds.ts'

/** Where the partners of the tests deliver. */
export const PARTNERS_CITY = 'mumbai'
/** The cities that the suppliers of the tests serve unless they say otherwise. */
export const SUPPLIERS_CITIES = ['mumbai']
/** The suppliers' feed of every new database, and the name by which those of these cities read it. */
export const BULK_FEED = 'feed-bulk-1'
export const bulkFeedOf = (...cities: string[]) => narrowedName(BULK_FEED, cities.toSorted())
const DAY_MS = 86_400_000
const feedOf = (city: string, days: number) =>
  `feed-deliveries-${city}-${dayOf(new Date(Date.now() + days * DAY_MS)).replaceAll('-', '')}`

/** Stored in the victim's mailbox and in files outside the web folder: no answer may ever contain it. */
export const SECRET = 'kept from everybody else'

/** The public files in the target's web folder. */
export const PUBLIC_FILES = ['index.html', 'assets/app-1a2b3c.js'] as const

const PEOPLE = ['customer', 'partner', 'supplier', 'admin'] as const
export const SIGNED_IN = [...PEOPLE, 'visitor'] as const
const OUTSIDERS = ['nobody', 'signedOut', 'expired', 'deleted'] as const
export const ROLES = [...SIGNED_IN, ...OUTSIDERS] as const
/** The last three have cookies that were valid once. */
export type RoleName = (typeof ROLES)[number]

export interface Endpoint {
  method: string
  /** `{own}` stands for the caller's mailbox, or for the victim's if the caller is not signed in. */
  path: string
  /** The roles that are served, and the status for them. */
  served: { by: readonly RoleName[]; status: number }
  /** The status for all others. */
  otherwise: number
  /** Roles among the others that get a different status. */
  refused?: { by: readonly RoleName[]; status: number }
  /** Anybody may call it: once the session of a deleted account is signed out, its holder is nobody in particular. */
  isOpen?: true
  /** The status for an admin who asks for what does not exist, where the others are refused. */
  admin?: number
  /** Sent as JSON; `{email}` stands for the caller's e-mail. */
  body?: object
  /** True if it ends the session of the request, so that each attack needs a session of its own. */
  endsSession?: boolean
  /** True if it ends all sessions of the account, so that each attack needs an account of its own. */
  endsAll?: boolean
}

type Who = Pick<Endpoint, 'served' | 'otherwise' | 'refused' | 'admin'>
const byAll = (status: number): Who => ({ served: { by: ROLES, status }, otherwise: status })
const bySignedIn = (status: number): Who => ({ served: { by: SIGNED_IN, status }, otherwise: 401 })
const byNobody = (otherwise: number): Who => ({ served: { by: [], status: 0 }, otherwise })
/** Serves some of the signed-in roles; the other signed-in roles get `refusal`. */
const bySome = (by: readonly RoleName[], status: number, refusal: number): Who => ({
  served: { by, status },
  refused: { by: SIGNED_IN.filter((role) => !by.includes(role)), status: refusal },
  otherwise: 401,
})
const DELETABLE: readonly RoleName[] = ['customer', 'partner', 'supplier']

const reading = (path: string, who: Who): Endpoint[] => [
  { method: 'GET', path, ...who },
  { method: 'HEAD', path, ...who },
]
const replication = (database: string, who: Who): Endpoint[] => [
  { method: 'GET', path: `/db/${database}`, ...who },
  { method: 'GET', path: `/db/${database}/`, ...who },
  { method: 'GET', path: `/db/${database}/_changes`, ...who },
  { method: 'POST', path: `/db/${database}/_changes`, body: {}, ...who },
  { method: 'POST', path: `/db/${database}/_bulk_get`, body: { docs: [] }, ...who },
]

const NEW_ACCOUNT = {
  ...{ name: 'Nobody', email: '{email}', phone: '1', city: 'mumbai', type: 'customer', terms: true },
}
const A_BANK_ACCOUNT = { bankAccount: '50100123456789', ifscCode: 'HDFC0001234' }
const A_BATCH = '01KAX000000000000000000000'
const A_PAYMENT = { version: 1, reference: '432911802290' }
const AN_ATTEMPT = { provider: 'google', page: 'login', display: 'popup' }
/** Nobody is served, because the codes are wrong. */
const noDeletion = (): Who => ({
  served: { by: [], status: 0 },
  refused: { by: ['admin', 'visitor'], status: 403 },
  otherwise: 401,
})

const noProof = (): Who => ({
  served: { by: [], status: 0 },
  refused: { by: ['visitor'], status: 403 },
  otherwise: 401,
})
const byNobodySignedIn = bySome([], 0, 403)
/** An admin may ask, but there is nothing of that name. */
const byAdmin = (status: number): Who => ({
  served: { by: [], status: 0 },
  refused: { by: SIGNED_IN.filter((role) => role !== 'admin'), status: 403 },
  otherwise: 401,
  admin: status,
})
const ADMIN_READS = [
  ...['user-counts', 'overview', 'users', 'users/ids', 'users.csv', 'deletions', 'tickets', 'troubles', 'settings'],
  'payouts',
].map((path) => `/api/admin/${path}`)

/** All endpoints. Every other one must be refused with a 4xx for every role. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...reading('/health', byAll(200)),
  { method: 'POST', path: '/api/login-codes', body: { email: '{email}' }, ...byAll(202) },
  { method: 'POST', path: '/api/sessions', body: { email: '{email}', code: '000000' }, ...byNobody(401) },
  ...reading('/api/sessions', bySignedIn(200)),
  { method: 'DELETE', path: '/api/sessions', endsAll: true, ...bySignedIn(204) },
  { method: 'DELETE', path: '/api/sessions/of-nobody', ...bySome([], 0, 404) },
  ...reading('/api/sessions/current', bySignedIn(200)),
  // Registered addresses are served as by /api/login-codes; no mail is sent to strangers, no matter who asks.
  {
    method: 'POST',
    path: '/api/email/verification',
    body: { to: 'stranger@example.com', name: 'A', otp: '1' },
    ...byNobody(404),
  },
  {
    method: 'POST',
    path: '/api/email/welcome',
    body: { to: '{email}', name: 'A', userType: 'customer' },
    // A partner and a supplier are not welcomed as customers.
    ...bySome(['customer', 'admin'], 200, 403),
  },
  {
    method: 'POST',
    path: '/api/email/support',
    body: { name: 'A', email: '{email}', subject: 'B', message: 'C' },
    ...byAll(200),
  },
  // Goes to any address in a demo that catches its mail; elsewhere only to the caller's own.
  { method: 'POST', path: '/api/email/test', body: { email: '{email}' }, ...byAll(200) },
  ...reading('/api/email/dead-letters', bySome(['admin'], 200, 403)),
  { method: 'DELETE', path: '/api/sessions/current', endsSession: true, ...byAll(204) },

  // Every address of the test users belongs to an account.
  { method: 'POST', path: '/api/accounts', body: NEW_ACCOUNT, ...byNobody(409) },
  { method: 'POST', path: '/api/accounts/current/deletion-codes', ...bySome(DELETABLE, 202, 403) },
  { method: 'DELETE', path: '/api/accounts/current', body: { code: '000000' }, ...noDeletion() },
  { method: 'GET', path: '/api/accounts/current/export', ...bySignedIn(200) },
  // Nobody has typed a code.
  { method: 'PUT', path: '/api/account/bank', body: A_BANK_ACCOUNT, ...bySome([], 0, 403) },
  { method: 'POST', path: '/api/verifications', body: { token: 'x' }, ...byNobody(404) },
  { method: 'POST', path: '/api/verifications/resend', body: { email: '{email}' }, ...byAll(200) },
  {
    ...{ method: 'POST', path: '/api/visitors', body: { language: 'hi' } },
    served: { by: [...OUTSIDERS, 'visitor'], status: 201 },
    otherwise: 409,
  },
  // Nobody has a code to prove again who they are; a visitor has no e-mail for one.
  { method: 'POST', path: '/api/sessions/proof', body: { code: '000000' }, ...noProof() },
  ...ADMIN_READS.map((path) => ({ method: 'GET', path, ...bySome(['admin'], 200, 403) })),
  { method: 'GET', path: '/api/admin/deletions/of-nobody', ...byAdmin(404) },
  // Without a code, an admin may do nothing either that cannot be taken back.
  { method: 'GET', path: '/api/admin/applications/of-nobody', ...byAdmin(404) },
  { method: 'GET', path: '/api/admin/applications/of-nobody/documents/aadhar', ...byNobodySignedIn },
  { method: 'GET', path: '/api/admin/proof', ...byNobodySignedIn },
  { method: 'POST', path: '/api/admin/deletions', body: { everybody: true }, ...byNobodySignedIn },
  { method: 'POST', path: '/api/admin/deletions/of-nobody/undo', ...byAdmin(404) },
  { method: 'POST', path: '/api/admin/users/of-nobody/role', body: { role: 'CUSTOMER' }, ...byNobodySignedIn },
  { method: 'POST', path: '/api/admin/settings', body: { maintenance: true }, ...byNobodySignedIn },
  { method: 'POST', path: '/api/admin/payouts/export', body: { batch: A_BATCH }, ...byNobodySignedIn },
  { method: 'POST', path: '/api/admin/payouts/of-nobody/paid', body: A_PAYMENT, ...byNobodySignedIn },
  {
    method: 'POST',
    path: '/api/admin/payouts/of-nobody/failed',
    body: { version: 1, reason: 'A' },
    ...byNobodySignedIn,
  },
  { method: 'POST', path: '/api/admin/retry', body: { id: 'mail:of-nobody' }, ...byAdmin(404) },

  // Anyone who has a role applies for nothing; of the others nobody has filled in the form.
  {
    ...{ method: 'POST', path: '/api/applications', body: {} },
    served: { by: [], status: 0 },
    refused: { by: ['partner', 'supplier', 'admin'], status: 403 },
    otherwise: 422,
  },
  { method: 'GET', path: '/api/applications/current', ...byNobody(404) },
  { method: 'POST', path: '/api/applications/of-nobody/email', body: { email: '{email}' }, ...byNobody(404) },
  { method: 'POST', path: '/api/applications/of-nobody/mine', body: { mine: true }, ...bySome([], 0, 404) },

  // No provider is configured here, and without an attempt there is no result.
  ...reading('/api/social/providers', byAll(200)),
  ...reading('/api/social/popup.js', byAll(200)),
  ...reading('/api/social/popup.css', byAll(200)),
  { method: 'POST', path: '/api/social/attempts', body: AN_ATTEMPT, ...byNobody(404) },
  { method: 'GET', path: '/api/social/attempts/current', ...byNobody(404) },
  { method: 'GET', path: '/api/social/callbacks/google', ...byNobody(404) },
  { method: 'POST', path: '/api/social/sessions', body: { register: { terms: true } }, ...byNobody(404) },
  { method: 'GET', path: '/api/social/identities', ...bySignedIn(200) },
  { method: 'POST', path: '/api/social/identities', ...bySome([], 0, 404) },
  { method: 'DELETE', path: '/api/social/identities/of-nobody', ...bySome([], 0, 404) },

  // Nothing here speaks the upload protocol, and nobody knows a secret; the group `uploads` has both.
  {
    ...{ method: 'POST', path: '/api/uploads', served: { by: [], status: 0 } },
    ...{ refused: { by: ['deleted'], status: 401 }, otherwise: 412, isOpen: true },
  },
  ...['HEAD', 'PATCH', 'DELETE'].map((method) => ({ method, path: '/api/uploads/of-nobody', ...byNobody(404) })),

  { method: 'GET', path: '/db', ...byNobody(404) },
  { method: 'GET', path: '/db/', ...byNobody(404) },
  ...replication('catalogue', byAll(200)),
  ...replication('{own}', bySignedIn(200)),
  { method: 'POST', path: '/db/{own}/_revs_diff', body: {}, ...bySignedIn(200) },
  { method: 'POST', path: '/db/{own}/_bulk_docs', body: { docs: [], new_edits: false }, ...bySignedIn(201) },

  // Every new database has this generation of the feed.
  ...replication('feed-admin-1', bySome(['admin'], 200, 404)),
  ...replication(feedOf(PARTNERS_CITY, 0), bySome(['partner'], 200, 404)),
  ...replication(bulkFeedOf(...SUPPLIERS_CITIES), bySome(['supplier'], 200, 404)),

  { method: 'POST', path: '/api/conversations/seen', body: {}, ...bySome(PEOPLE, 204, 403) },
  { method: 'GET', path: '/api/conversations/of-nobody/messages', ...bySome([], 0, 404) },

  // Only in demo mode.
  ...reading('/dev/mail', byAll(200)),
  ...reading('/dev/mail.css', byAll(200)),
  ...reading('/dev/mail.json', byAll(200)),

  ...reading('/', byAll(200)),
  ...PUBLIC_FILES.flatMap((file) => reading(`/${file}`, byAll(200))),
]

/** Returns the expected status for this role. */
export const statusFor = ({ served, refused, otherwise, admin }: Endpoint, role: RoleName): number =>
  role === 'admin' && admin !== undefined
    ? admin
    : served.by.includes(role)
      ? served.status
      : refused?.by.includes(role)
        ? refused.status
        : otherwise

/** Returns the route as `/health` lists it. */
export const routeOf = ({ method, path }: Endpoint) =>
  `${method} ${
    isFile(path)
      ? '/*'
      : path
          .replace(/^\/db\/[^/]+/, '/db/:name')
          .replace('identities/of-nobody', 'identities/:provider')
          .replace('documents/aadhar', 'documents/:name')
          .replace('callbacks/google', 'callbacks/:provider')
          .replace('uploads/of-nobody', 'uploads/:secret')
          .replace('of-nobody', ':id')
  }`
const isFile = (path: string) => path === '/' || PUBLIC_FILES.some((file) => path === `/${file}`)

/** Paths that CouchDB would serve and that nobody may reach. `{other}` is the victim's mailbox. */
export const FORBIDDEN: readonly string[] = [
  ...['_all_dbs', '_session', '_users', '_replicate', '_replicator', '_global_changes', '_db_updates', '_up'],
  ...['_utils', '_node/_local/_config', '_active_tasks', '_dbs_info', '_membership', '_scheduler/jobs', '_uuids'],
  ...[
    'accounts',
    'orders',
    'partners',
    'partners/_changes',
    'promo-claims',
    'credentials',
    'outbox',
    'work',
    'audit',
    'kyc',
    'tickets',
  ],
  ...['uploads', 'uploads/_changes', 'uploads/_bulk_get'],
  ...['conversations'],
  ...['accounts/_changes', 'credentials/_changes', 'credentials/_bulk_get', 'work/_bulk_docs', 'orders/_revs_diff'],
  ...[
    '{other}',
    '{other}/_changes',
    '{other}/_bulk_get',
    '{other}/_bulk_docs',
    '{other}/_revs_diff',
    '{other}/account',
  ],
  ...['feed-admin', 'feed-admin-0', 'feed-admin-2', 'feed-admin-01', 'feed-admin-2/_changes', 'feed-admin-2/_bulk_get'],
  ...['feed-admin-1/_bulk_docs', 'feed-admin-1/_revs_diff', 'feed-admin-1/ticket:x', 'feed-admin-1/_all_docs'],
  ...[
    'feed-bulk-1',
    'feed-bulk-1-0',
    bulkFeedOf('pune'),
    bulkFeedOf(),
    'feed-bulk-1/_changes',
    'feed-bulk-1/_bulk_get',
  ],
  ...['_bulk_docs', '_revs_diff', '_all_docs', 'bulk:x'].map((rest) => `${bulkFeedOf(...SUPPLIERS_CITIES)}/${rest}`),
  // Another city's feed, and those of other days.
  ...[
    feedOf('pune', 0),
    feedOf(PARTNERS_CITY, -2),
    feedOf(PARTNERS_CITY, 1),
    `feed-deliveries-${PARTNERS_CITY}`,
  ].flatMap((feed) => [feed, `${feed}/_changes`, `${feed}/_bulk_get`]),
  ...['_bulk_docs', '_revs_diff', '_all_docs', 'delivery:x'].map((rest) => `${feedOf(PARTNERS_CITY, 0)}/${rest}`),
  ...['catalogue/_bulk_docs', 'catalogue/_revs_diff', 'catalogue/flower:red-roses', 'catalogue/_design/roles'],
  ...['catalogue', '{own}'].flatMap((db) =>
    [
      ...['_all_docs', '_find', '_index', '_explain', '_security', '_local_docs', '_local/x', '_design_docs', '_purge'],
      ...['_compact', '_view_cleanup', '_ensure_full_commit', '_missing_revs', '_revs_limit', '_shards', '_temp_view'],
      ...[
        'account',
        'account/file',
        '_design/x',
        '_design/x/_view/y',
        '_partition/x',
        '_all_docs/queries',
        '_purged_infos_limit',
      ],
    ].map((rest) => `${db}/${rest}`),
  ),
].map((path) => `/db/${path}`)

/** Returns the 2xx statuses that this role may get for this path, decoded once as a server reads it. */
export function servedStatuses(role: RoleName, mailbox: string, method: string, target: string): number[] {
  // Node's parser accepts several spaces around a target as one, as RFC 9112 §3 allows.
  const written = target.replace(/^ +| +$/g, '').replace(/^https?:\/\/[^/]*/, '')
  const path = decoded(written.split(/[?#]/)[0] ?? '')
  return ENDPOINTS.filter((endpoint) => endpoint.method === method && endpoint.served.by.includes(role)).flatMap(
    ({ path: template, served }) => (isSame(template.replace('{own}', mailbox), path) ? [served.status] : []),
  )
}

/** Files are found by normalised paths, with dots and doubled slashes resolved; every other path must match exactly. */
function isSame(path: string, asked: string): boolean {
  if (path === asked) return true
  return isFile(path) && URL.parse(asked.replace(/[\\/]+/g, '/'), 'http://x')?.pathname === path
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
