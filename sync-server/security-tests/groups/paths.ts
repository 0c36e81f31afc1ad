import { type Attack, type AttackContext, fill, type Group, headersOf, pick, request } from '../harness/attack.ts'
import { isVisitorWrite } from '../harness/database-diff.ts'
import { ENDPOINTS, FORBIDDEN, PUBLIC_FILES, ROLES, type RoleName, servedStatuses } from '../harness/endpoints.ts'
import { perhaps } from '../harness/expect-response.ts'

type Random = () => number
type Mutation = (path: string, random: Random) => string

const OUTSIDE = [
  '/.env',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/../couchdb',
  '/package.json',
  '/web/index.html',
]
const STARTS = [
  ...[...ENDPOINTS.map(({ path }) => path), ...FORBIDDEN, ...OUTSIDE, ...PUBLIC_FILES.map((file) => `/${file}`)],
]
const METHODS_OF_BLANKS = ['GET', 'HEAD', 'POST']
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'COPY']

/** Parts that servers and proxies are known to interpret differently. */
const PIECES = [
  ...['/', '//', '/./', '/../', '/..;/', '/.%2e/', '/%2e%2e/', '%2f', '%2F', '%252f', '%5c', '\\', '/;/', ';', ';a=b'],
  ...[
    '%00',
    '\0',
    '%0a',
    '%0d%0aX: y',
    '%20',
    ' ',
    '\t',
    '%09',
    '+',
    '%',
    '%%',
    '%zz',
    '%u002f',
    '%c0%af',
    '%e0%80%af',
  ],
  ...['%ff', '%fe%ff', '%ed%a0%80', 'é', '／', '․․', 'ﬂ', '\u202e', '%EF%BC%8F', '😀', '%f0%9f%98%80', '%5f', '%5F'],
  ...[
    '?',
    '??',
    '?a=b',
    '?a[]=1',
    '#',
    '#x',
    '&',
    '=',
    '*',
    '~',
    '@',
    ':',
    '$',
    '{}',
    '|',
    '"',
    "'",
    '<',
    '>',
    '^',
    '`',
  ],
  ...['..', '.', '.json', '.bak', '_all_docs', '/_all_docs', '/_local/x', '/_design/x', '/_security', 'constructor'],
  ...['__proto__', 'toString', 'mailbox-', 'catalogue', 'CATALOGUE', 'credentials', 'accounts', '{other}', '{own}'],
]

const at = (path: string, random: Random) => Math.floor(random() * (path.length + 1))
const encode = (char: string, random: Random) => {
  const hex = char.charCodeAt(0).toString(16).padStart(2, '0')
  return `%${random() < 0.5 ? hex : hex.toUpperCase()}`
}

const MUTATIONS: readonly Mutation[] = [
  (path, random) => {
    const i = at(path, random)
    return path.slice(0, i) + pick(random, PIECES) + path.slice(i)
  },
  (path, random) => path + pick(random, PIECES),
  (path, random) => pick(random, PIECES) + path,
  (path, random) => {
    const i = Math.floor(random() * path.length)
    return path.slice(0, i) + encode(path[i] ?? '/', random) + path.slice(i + 1)
  },
  (path) => path.replaceAll('_', '%5f'),
  (path, random) =>
    path.replaceAll('/', pick(random, ['//', '%2f', '/./', '\\', '/%2e/', '/x/../', '/x/%2e%2e/', ';/'])),
  (path, random) => path.replaceAll(/[a-z]/g, (char) => (random() < 0.3 ? encode(char, random) : char)),
  (path, random) => path.replaceAll(/%/g, () => (random() < 0.5 ? '%25' : '%')),
  (path) => path.toUpperCase(),
  (path, random) => path.slice(0, at(path, random)),
  (path, random) => `${path}/${'a'.repeat(pick(random, [100, 1_000, 9_000]))}`,
  (path, random) => path + '/..'.repeat(pick(random, [1, 5, 50])),
  (path, random) =>
    `${pick(random, ['http://evil.example', 'http://localhost', '//evil.example', 'file://', 'x:'])}${path}`,
  (path, random) => {
    const char = String.fromCodePoint(Math.floor(random() * 0xd7ff))
    return path + (random() < 0.8 ? encodeURIComponent(char) : char)
  },
]

/**
 * Spaces at the beginning, at the end and between the parts of a path. Only those that are not part of the path are
 * served.
 */
const BLANKS = [
  ...[' /db/catalogue', '   /db/catalogue', '/ db/catalogue', '/db /catalogue', '/db/ catalogue', '/db/catalogue '],
  ...['%20/db/catalogue', '/%20/db/catalogue', '/%20db/catalogue', '/db%20/catalogue', '/db/%20catalogue'],
  ...[
    '/db/catalogue%20',
    '/db/+catalogue',
    '\t/db/catalogue',
    '/db/%09catalogue',
    '/db/catalogue%0a',
    '/db/%c2%a0catalogue',
  ],
  ...[' /db/{other}', '/db/%20{other}', '/db/{other}%20', ' /db/{other}/_changes', '/%20db/{other}/_changes'],
]

/** Valid paths and those of CouchDB, changed in every way that a server might normalise again. */
export const paths = (scene: AttackContext): Group => ({
  name: 'paths',
  atOnce: 8,
  async prepare() {
    return [
      ...BLANKS.flatMap((path) => METHODS_OF_BLANKS.map((method) => asked(scene, 'customer', method, path))),
      ...Array.from({ length: scene.paths }, () => bent(scene)),
    ]
  },
  mayChange: isVisitorWrite,
})

function bent(scene: AttackContext): Attack {
  const { random } = scene
  const role = pick(random, ROLES)
  const method = pick(random, METHODS)
  let path = pick(random, STARTS)
  for (let n = 1 + Math.floor(random() * 3); n > 0; n -= 1) path = pick(random, MUTATIONS)(path, random)
  path = random() < 0.8 ? parsable(path) : path.replaceAll(/[\r\n]/g, '') || '/'
  return asked(scene, role, method, path)
}

function asked(scene: AttackContext, role: RoleName, method: string, path: string): Attack {
  const { users } = scene
  const target = fill(path, scene, role)
  const served = servedStatuses(role, users.as[role].mailbox, method, target)
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  // Anyone may end their own session, but that would end this role's later attacks.
  const headers = headersOf(scene, served.includes(204) ? 'nobody' : role, hasBody)
  const raw = { method, target, headers, ...(hasBody ? { body: '{}' } : {}) }
  return request(scene, `${method} ${JSON.stringify(path).slice(0, 200)} as ${role}`, raw, perhaps(...served))
}

/** Encodes a path so that Node's parser accepts it and it reaches the service itself. */
const parsable = (path: string) =>
  (path.startsWith('/') || path.startsWith('http') ? path : `/${path}`).replaceAll(/[^\x21-\x7e]/gu, (char) =>
    encodeURIComponent(char.isWellFormed() ? char : '\ufffd'),
  )
