import { type Attack, type AttackContext, type Group, JSON_TYPE, request } from '../harness/attack.ts'
import { answered, type Expected } from '../harness/expect-response.ts'
import type { RawRequest } from '../harness/raw-request.ts'
import { allSessions } from '../harness/test-users.ts'

const who = (headers: [string, string][]): RawRequest => ({ method: 'GET', target: '/api/sessions/current', headers })
const signedOut = answered(401)

/** Altered cookies, and everything else that a server might accept as proof of identity. */
export const sessions = (scene: AttackContext): Group => ({
  name: 'sessions',
  atOnce: 4,
  async prepare() {
    const { users, couch } = scene
    const value = (users.as.customer.cookie ?? '').replace('sid=', '')
    const [stored = ''] = (await allSessions(couch)).map(({ _id }) => _id.replace('session:', ''))
    const swapped = value.replace(/[a-z]/, (char) => char.toUpperCase())
    const bent = {
      nothing: '',
      short: value.slice(0, -1),
      long: `${value}A`,
      swapped,
      reversed: [...value].reverse().join(''),
      lower: value.toLowerCase(),
      stored,
      asId: `session:${stored}`,
      nul: `${value}%00`,
      json: `j:{"value":"${value}"}`,
      object: '[object Object]',
      array: `${value},${value}`,
      huge: 'A'.repeat(9_000),
      prototype: '__proto__',
      percent: '%',
      broken: '%ff%fe',
      slash: '../account',
      wildcard: '*',
      null: 'null',
    }
    const cookies: [string, string][] = [
      ...Object.entries(bent).map(([name, text]): [string, string] => [name, `sid=${text}`]),
      ...['SID', 'Sid', '__Host-sid', '__Secure-sid', 'sid[]', '%73id', 'AuthSession', 'session'].map(
        (name): [string, string] => [`under the name ${name}`, `${name}=${value}`],
      ),
      ['a false one before it', `sid=false; sid=${value}`],
      ['many', `${'a=b; '.repeat(2_000)}sid=false`],
    ]
    return [
      ...cookies.map(([name, cookie]) => request(scene, `cookie: ${name}`, who([['cookie', cookie]]), signedOut)),
      ...HEADERS.map(([name, text]) =>
        request(scene, `header ${name}: ${text}`, who([[name, text.replace('{id}', users.victim.id)]]), signedOut),
      ),
      ...onOthers(scene),
      ...crossSite(scene),
    ]
  },
})

/** Headers that CouchDB or proxies trust. */
const HEADERS: [string, string][] = [
  ['authorization', `Basic ${Buffer.from('admin:pw').toString('base64')}`],
  ['authorization', `Basic ${Buffer.from('mogra:').toString('base64')}`],
  [
    'authorization',
    `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.`,
  ],
  ['x-auth-couchdb-username', '{id}'],
  ['x-auth-couchdb-roles', '_admin'],
  ['x-auth-couchdb-token', 'x'],
  ['x-forwarded-user', '{id}'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-original-url', '/dev/mail.json'],
  ['x-rewrite-url', '/health'],
  ['x-http-method-override', 'DELETE'],
  ['x-user-id', '{id}'],
]

function onOthers(scene: AttackContext): Attack[] {
  const { victim, as } = scene.users
  const target = `/db/${victim.mailbox}/_changes?include_docs=true`
  const believed = HEADERS.map(([name, text]): [string, string] => [name, text.replace('{id}', victim.id)])
  const cookies = [as.nobody, as.expired, as.signedOut, as.deleted].map(({ cookie }) => cookie ?? 'sid=')
  return [
    ...believed.map((header) =>
      request(scene, `the victim's changes by ${header[0]}`, { method: 'GET', target, headers: [header] }, signedOut),
    ),
    ...cookies.map((cookie, i) =>
      request(
        scene,
        `the victim's changes by a dead cookie ${i}`,
        { method: 'GET', target, headers: [['cookie', cookie]] },
        signedOut,
      ),
    ),
    ...believed.map((header) =>
      request(
        scene,
        `the victim's changes as another customer by ${header[0]}`,
        { method: 'GET', target, headers: [['cookie', as.customer.cookie ?? ''], header] },
        answered(404),
      ),
    ),
  ]
}

/** Requests that another site's page makes the victim's browser send with its cookie. */
function crossSite(scene: AttackContext): Attack[] {
  const { victim } = scene.users
  const own = new URL(scene.url)
  const origins = [
    'null',
    'http://evil.example',
    'https://evil.example',
    'file://',
    `http://evil.${own.host}`,
    `http://${own.host}.evil`,
    `http://${own.hostname}`,
    `http://${own.hostname}:1`,
    `${own.origin}@evil.example`,
    `http://evil.example#${own.host}`,
    '',
  ]
  const sites = ['cross-site', 'same-site', 'none', 'Same-Origin ', 'x', '']
  const claims: [string, string][][] = [
    ...origins.map((origin): [string, string][] => [['origin', origin]]),
    ...sites.map((site): [string, string][] => [['sec-fetch-site', site]]),
    ...sites.map((site): [string, string][] => [
      ['sec-fetch-site', site],
      ['origin', 'http://evil.example'],
    ]),
  ]
  const unsafe: RawRequest[] = [
    { method: 'DELETE', target: '/api/sessions/current' },
    { method: 'POST', target: '/api/sessions', body: '{"email":"x@x.example","code":"1"}' },
    { method: 'POST', target: '/api/login-codes', body: JSON.stringify({ email: victim.email }) },
    { method: 'POST', target: `/db/${victim.mailbox}/_bulk_docs`, body: '{"docs":[],"new_edits":false}' },
  ]
  const expected: Expected = answered(403)
  return unsafe.flatMap((raw) =>
    claims.map((claim) =>
      request(
        scene,
        `${raw.method} ${raw.target.replace(victim.mailbox, '{other}')} from ${JSON.stringify(Object.fromEntries(claim))}`,
        { ...raw, headers: [['cookie', victim.cookie], ...claim, ...(raw.body === undefined ? [] : [JSON_TYPE])] },
        expected,
      ),
    ),
  )
}
