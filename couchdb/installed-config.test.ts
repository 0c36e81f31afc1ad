import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** Text of each `.ini` file below CouchDB's `etc`, by its path there. */
type Files = Record<string, string>

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path)

/**
 * The order in which CouchDB reads the files; the last one wins: default.ini, default.d, local.ini, local.d. Files of a
 * folder are sorted by name, character by character (`config_app.erl`, `config.erl` of 3.3.3 and 3.5.1).
 */
function readingOrder(files: Files): string[] {
  const paths = Object.keys(files)
  return ['default.ini', 'default.d', 'local.ini', 'local.d'].flatMap((place) =>
    paths.filter((path) => folderOf(path) === place).toSorted((a, b) => (a < b ? -1 : 1)),
  )
}

function settingsIn(text: string): Map<string, string> {
  const settings = new Map<string, string>()
  let section = ''
  for (const raw of text.split('\n')) {
    const line = raw.replace(/;.*$/, '').trim()
    section = /^\[(.+)\]$/.exec(line)?.[1] ?? section
    const [, key, value] = /^([^=[]+?)\s*=\s*(.+)$/.exec(line) ?? []
    if (key && value && section) settings.set(`${section}/${key}`, value)
  }
  return settings
}

/** What `GET /_node/_local/_config` returns, by `section/key`. */
const configOf = (files: Files) => new Map(readingOrder(files).flatMap((path) => [...settingsIn(files[path] ?? '')]))

/** The file to which CouchDB writes settings made over HTTP, and the hash of a password that it finds in plain text. */
const writtenBack = (files: Files) => readingOrder(files).at(-1)

// Settings that CouchDB 3.5.1, its Debian package and its container install; only those that Mogra's files may touch.
const shipped = {
  'default.ini': '[chttpd]\nport = 5984\nbind_address = 127.0.0.1\n[httpd]\nbind_address = 127.0.0.1\n',
  'local.ini': '[admins]\n;admin = mysecretpassword\n',
}
const passwordFile = '[admins]\nmogra = secret\n'
const container = {
  ...shipped,
  'default.d/10-docker-default.ini': '[chttpd]\nbind_address = any\n',
  'local.d/docker.ini': passwordFile,
}
const debian = {
  ...shipped,
  'default.d/10-filelog.ini': '[log]\nwriter = file\nfile = /var/log/couchdb/couchdb.log\n',
  'local.d/10-admins.ini': passwordFile,
}
const debianStandalone = {
  ...debian,
  'default.d/10-bind-address.ini': '[chttpd]\nbind_address = 127.0.0.1\n',
  'default.d/5-single-node.ini': '[cluster]\nn = 1\n',
}
const debianClustered = { ...debian, 'default.d/10-bind-address.ini': '[chttpd]\nbind_address = 0.0.0.0\n' }

/** Returns the section below this heading of the operator's guide (README.md). */
const pageOn = (heading: string) =>
  read('README.md')
    .split(/^(?=#{2,3} )/m)
    .find((part) => part.startsWith(heading)) ?? ''

/** Returns the files that the operator's guide tells people to install. */
function installedBy(page: string): Files {
  const copied = [...page.matchAll(/install .*couchdb\/(\w+\.ini) \/opt\/couchdb\/etc\/(\S+\.ini)/g)].map(
    ([, file = '', path = '']) => [path, read(file)],
  )
  const written = [...page.matchAll(/printf '([^']+)' (.+) \| sudo tee \/opt\/couchdb\/etc\/(\S+\.ini)/g)].map(
    ([, text = '', value = '', path = '']) => [path, text.replaceAll('\\n', '\n').replace('%s', value)],
  )
  return Object.fromEntries([...copied, ...written])
}

const asPackage = installedBy(pageOn('### 1b.'))
const asSource = installedBy(pageOn('### 1c.'))
const ofThree = installedBy(pageOn('## Three nodes'))

const { services }: { services: Record<string, { volumes: string[] }> } = parse(read('compose.yaml'), { merge: true })
const mountedIn = (service: string): Files =>
  Object.fromEntries(
    (services[service]?.volumes ?? []).flatMap((mount) => {
      const [, file, path] = /^\.\/(\S+\.ini):\/opt\/couchdb\/etc\/(\S+):ro$/.exec(mount) ?? []
      return file && path ? [[path, read(file)]] : []
    }),
  )

const ADDRESS = '10.0.0.1'
const single = { n: 1, w: 1, alone: 'true' }
const cluster = { n: 3, w: 2, alone: 'false' }

describe.each<[string, Files, { n: number; w: number; alone: string }, string]>([
  ['compose, one node', { ...container, ...mountedIn('couchdb') }, single, 'any'],
  ['compose, first of three', { ...container, ...mountedIn('couchdb-1') }, cluster, 'any'],
  ['compose, second of three', { ...container, ...mountedIn('couchdb-2') }, cluster, 'any'],
  ['compose, third of three', { ...container, ...mountedIn('couchdb-3') }, cluster, 'any'],
  ['Debian "standalone", one node', { ...debianStandalone, ...asPackage }, single, '127.0.0.1'],
  ['Debian "standalone", of three', { ...debianStandalone, ...asPackage, ...ofThree }, cluster, ADDRESS],
  ['Debian "clustered", of three', { ...debianClustered, ...ofThree }, cluster, ADDRESS],
  ['from source, one node', { ...shipped, ...asSource }, single, '127.0.0.1'],
  ['from source, of three', { ...shipped, ...asSource, ...ofThree }, cluster, ADDRESS],
])('%s', (_how, files, { n, w, alone }, address) => {
  const config = configOf(files)

  test(`creates databases with ${n} ${n === 1 ? 'copy' : 'copies'}, of which ${w} must have stored a write`, () => {
    const copies = Number(config.get('cluster/n') ?? 3)
    expect(copies).toBe(n)
    // No setting changes `w`, the number of copies that must have stored a write: by default it is a majority of `n`.
    expect(Math.floor(copies / 2) + 1).toBe(w)
    expect(config.has('cluster/placement'), '`placement` would override `n`').toBe(false)
  })

  test('creates its system databases by itself only on a single node', () => {
    expect(config.get('couchdb/single_node')).toBe(alone)
  })

  test(`listens on ${address}`, () => {
    expect([config.get('chttpd/bind_address'), config.get('chttpd/port')]).toEqual([address, '5984'])
  })

  test('refuses requests without credentials, and tokens that never expire', () => {
    expect(config.get('chttpd/require_valid_user')).toBe('true')
    expect(config.get('chttpd/authentication_handlers')).toBe(
      '{chttpd_auth, jwt_authentication_handler}, {chttpd_auth, default_authentication_handler}',
    )
    expect(config.get('jwt_auth/required_claims')).toBe('exp')
    expect(config.get('chttpd/admin_only_all_dbs')).toBe('true')
    expect(config.get('replicator/valid_endpoint_protocols')).toBe('none')
  })

  test('writes the hashed password to the file that held the plain one, which is writable', () => {
    expect([...config.keys()].filter((key) => key.startsWith('admins/'))).toEqual(['admins/mogra'])
    const last = writtenBack(files)
    expect(last).toMatch(/^local\.d\//)
    expect(files[last ?? '']).toMatch(/^\[admins\]\nmogra = \S+/)
  })
})

test('file names are compared character by character, so 5-single-node.ini comes after 30-cluster.ini', () => {
  const files = { 'default.d/30-cluster.ini': '[cluster]\nn = 3\n', ...debianStandalone }
  expect(configOf(files).get('cluster/n')).toBe('1')
})

test('cluster.ini overrides the settings for a single node, and nothing else', () => {
  const alone = settingsIn(read('local.ini'))
  const together = settingsIn(read('cluster.ini'))
  expect([...together].map(([key, value]) => [key, alone.get(key), value])).toEqual([
    ['couchdb/single_node', 'true', 'false'],
    ['cluster/n', '1', '3'],
  ])
})

test('local.ini accepts requests of the sizes that Mogra sends, and hardly larger ones', () => {
  const settings = settingsIn(read('local.ini'))
  const bytes = (key: string) => Number(settings.get(key))
  expect(bytes('chttpd/max_http_request_size')).toBeGreaterThan(bytes('couchdb/max_attachment_size'))
  expect(bytes('couchdb/max_document_size')).toBeLessThanOrEqual(1_000_000)
  expect(settings.has('chttpd/bind_address'), 'a container would be out of reach').toBe(false)
})
