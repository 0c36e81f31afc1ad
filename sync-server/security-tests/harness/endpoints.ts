/** Stands in the victim's mailbox and in files outside the web folder: no answer may ever hold it. */
export const SECRET = 'kept from everybody else'

/** What the target's web folder holds for everybody. */
export const PUBLIC_FILES = ['index.html', 'assets/app-1a2b3c.js'] as const

const PEOPLE = ['customer', 'partner', 'supplier', 'admin'] as const
export const SIGNED_IN = [...PEOPLE, 'visitor'] as const
const OUTSIDERS = ['nobody', 'signedOut', 'expired', 'deleted'] as const
export const ROLES = [...SIGNED_IN, ...OUTSIDERS] as const
/** The last three hold cookies that were good once. */
export type RoleName = (typeof ROLES)[number]

export interface Endpoint {
  method: string
  /** `{own}` stands for the caller's mailbox; those who are not signed in take the victim's. */
  path: string
  /** Who is served, and with which status. */
  served: { by: readonly RoleName[]; status: number }
  /** For all others. */
  otherwise: number
  /** For those of them who are refused for another reason. */
  refused?: { by: readonly RoleName[]; status: number }
  /** As JSON; `{email}` stands for the caller's. */
  body?: object
  /** It ends the session it comes with, so each attack takes one of its own. */
  endsSession?: boolean
  /** It ends all of the account's, so each attack takes an account of its own. */
  endsAll?: boolean
}

type Who = Pick<Endpoint, 'served' | 'otherwise' | 'refused'>
const byAll = (status: number): Who => ({ served: { by: ROLES, status }, otherwise: status })
const bySignedIn = (status: number): Who => ({ served: { by: SIGNED_IN, status }, otherwise: 401 })
const byNobody = (otherwise: number): Who => ({ served: { by: [], status: 0 }, otherwise })
/** Of those who are signed in; the others among them are refused with `refusal`. */
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
const AN_ATTEMPT = { provider: 'google', page: 'login', display: 'popup' }
/** Their codes are wrong. */
const noDeletion = (): Who => ({
  served: { by: [], status: 0 },
  refused: { by: ['admin', 'visitor'], status: 403 },
  otherwise: 401,
})

/** All there is. What is not here is refused with a 4xx, whoever asks. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...reading('/health', byAll(200)),
  { method: 'POST', path: '/api/login-codes', body: { email: '{email}' }, ...byAll(202) },
  { method: 'POST', path: '/api/sessions', body: { email: '{email}', code: '000000' }, ...byNobody(401) },
  ...reading('/api/sessions', bySignedIn(200)),
  { method: 'DELETE', path: '/api/sessions', endsAll: true, ...bySignedIn(204) },
  { method: 'DELETE', path: '/api/sessions/of-nobody', ...bySome([], 0, 404) },
  ...reading('/api/sessions/current', bySignedIn(200)),
  // Registered addresses are served as by /api/login-codes; strangers are not written to, whoever asks.
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
    ...bySome(PEOPLE, 200, 403),
  },
  {
    method: 'POST',
    path: '/api/email/support',
    body: { name: 'A', email: '{email}', subject: 'B', message: 'C' },
    ...byAll(200),
  },
  // To anybody in a demo that catches its mail; elsewhere to one's own address only.
  { method: 'POST', path: '/api/email/test', body: { email: '{email}' }, ...byAll(200) },
  ...reading('/api/email/dead-letters', bySome(['admin'], 200, 403)),
  { method: 'DELETE', path: '/api/sessions/current', endsSession: true, ...byAll(204) },

  // Every address of the cast belongs to an account.
  { method: 'POST', path: '/api/accounts', body: NEW_ACCOUNT, ...byNobody(409) },
  { method: 'POST', path: '/api/accounts/current/deletion-codes', ...bySome(DELETABLE, 202, 403) },
  { method: 'DELETE', path: '/api/accounts/current', body: { code: '000000' }, ...noDeletion() },
  { method: 'GET', path: '/api/accounts/current/export', ...bySignedIn(200) },
  { method: 'POST', path: '/api/verifications', body: { token: 'x' }, ...byNobody(404) },
  { method: 'POST', path: '/api/verifications/resend', body: { email: '{email}' }, ...byNobody(409) },
  {
    ...{ method: 'POST', path: '/api/visitors', body: { language: 'hi' } },
    served: { by: [...OUTSIDERS, 'visitor'], status: 201 },
    otherwise: 409,
  },
  { method: 'GET', path: '/api/admin/user-counts', ...bySome(['admin'], 200, 403) },

  // No provider is configured here, and without an attempt there is nothing to ask for.
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

  { method: 'GET', path: '/db', ...byNobody(404) },
  { method: 'GET', path: '/db/', ...byNobody(404) },
  ...replication('catalogue', byAll(200)),
  ...replication('{own}', bySignedIn(200)),
  { method: 'POST', path: '/db/{own}/_revs_diff', body: {}, ...bySignedIn(200) },
  { method: 'POST', path: '/db/{own}/_bulk_docs', body: { docs: [], new_edits: false }, ...bySignedIn(201) },

  // Demo mode only.
  ...reading('/dev/mail', byAll(200)),
  ...reading('/dev/mail.css', byAll(200)),
  ...reading('/dev/mail.json', byAll(200)),

  ...reading('/', byAll(200)),
  ...PUBLIC_FILES.flatMap((file) => reading(`/${file}`, byAll(200))),
]

/** What is answered to this role. */
export const statusFor = ({ served, refused, otherwise }: Endpoint, role: RoleName): number =>
  served.by.includes(role) ? served.status : refused?.by.includes(role) ? refused.status : otherwise

/** As the service lists its endpoints in `/health`. */
export const routeOf = ({ method, path }: Endpoint) =>
  `${method} ${
    isFile(path)
      ? '/*'
      : path
          .replace(/^\/db\/[^/]+/, '/db/:name')
          .replace('identities/of-nobody', 'identities/:provider')
          .replace('callbacks/google', 'callbacks/:provider')
          .replace('of-nobody', ':id')
  }`
const isFile = (path: string) => path === '/' || PUBLIC_FILES.some((file) => path === `/${file}`)

/** What CouchDB would answer to, were it asked: nobody reaches any of it. `{other}` is the victim's mailbox. */
export const FORBIDDEN: readonly string[] = [
  ...['_all_dbs', '_session', '_users', '_replicate', '_replicator', '_global_changes', '_db_updates', '_up'],
  ...['_utils', '_node/_local/_config', '_active_tasks', '_dbs_info', '_membership', '_scheduler/jobs', '_uuids'],
  ...['accounts', 'orders', 'promo-claims', 'credentials', 'outbox', 'work', 'audit', 'kyc', 'tickets'],
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

/** The 2xx that this role may see for this path: decoded once, as a server reads it. */
export function servedStatuses(role: RoleName, mailbox: string, method: string, target: string): number[] {
  // Node's parser takes several blanks around a target for one, as RFC 9112 §3 lets it.
  const written = target.replace(/^ +| +$/g, '').replace(/^https?:\/\/[^/]*/, '')
  const path = decoded(written.split(/[?#]/)[0] ?? '')
  return ENDPOINTS.filter((endpoint) => endpoint.method === method && endpoint.served.by.includes(role)).flatMap(
    ({ path: template, served }) => (isSame(template.replace('{own}', mailbox), path) ? [served.status] : []),
  )
}

/** Files are found as a browser's URL names them, dots and doubled slashes resolved; all else must match to the letter. */
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
