import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

const name = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/))
const duration = v.pipe(v.string(), v.regex(/^\d+(ms|s|m)$/))
/** An image needs an exact tag, so that a newer version is never started by itself. */
const pinnedImage = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z/.-]*:\d+\.\d+\.\d+(-[a-z]+)?$/, 'image without an exact tag'),
)
const loopbackPort = v.pipe(v.string(), v.regex(/^127\.0\.0\.1:\d{4,5}:5984$/, 'port that others could reach'))
const isSecret = /PASSWORD|SECRET|COOKIE|URL$/
const environment = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[A-Z_]+$/)), v.string()),
  v.check(
    (values) => Object.entries(values).every(([key, value]) => !isSecret.test(key) || /^(http:\/\/)?\$\{/.test(value)),
    'secret in the file',
  ),
)
const readOnlyFile = v.pipe(v.string(), v.regex(/^\.[^:]*:\/[^:]+:ro$/, 'file that is not read-only'))
const ownVolume = v.pipe(v.string(), v.regex(/^[a-z0-9-]+:\/opt\/couchdb\/(data|etc\/local\.d)$/, 'unknown volume'))

const unprivileged = {
  cap_drop: v.tuple([v.literal('ALL')]),
  security_opt: v.tuple([v.literal('no-new-privileges:true')]),
}

/** The part of the Compose Specification that we use; any other member is an error. */
const Node = v.strictObject({
  ...unprivileged,
  image: pinnedImage,
  user: v.literal('5984:5984'),
  env_file: v.literal('.env'),
  environment: v.optional(environment),
  hostname: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
  networks: v.optional(v.strictObject({ default: v.strictObject({ aliases: v.array(v.string()) }) })),
  profiles: v.optional(v.array(name)),
  restart: v.literal('unless-stopped'),
  stop_grace_period: duration,
  ports: v.array(loopbackPort),
  volumes: v.array(v.union([readOnlyFile, ownVolume])),
  ulimits: v.strictObject({ nofile: v.pipe(v.number(), v.minValue(10_000)) }),
  healthcheck: v.strictObject({
    test: v.pipe(
      v.array(v.string()),
      v.check(([how, ...command]) => how === 'CMD' && command.join(' ').includes('/_up'), 'health without _up'),
    ),
    interval: duration,
    timeout: duration,
    retries: v.number(),
    start_period: duration,
  }),
})
const OneShot = v.strictObject({
  ...unprivileged,
  image: pinnedImage,
  user: v.literal('1000:1000'),
  environment,
  profiles: v.array(name),
  restart: v.literal('on-failure'),
  volumes: v.array(readOnlyFile),
  command: v.array(v.string()),
  depends_on: v.record(name, v.strictObject({ condition: v.literal('service_healthy') })),
})
const Compose = v.strictObject({
  name,
  'x-node': v.unknown(),
  services: v.strictObject({
    couchdb: Node,
    'couchdb-1': Node,
    'couchdb-2': Node,
    'couchdb-3': Node,
    cluster: OneShot,
  }),
  volumes: v.record(name, v.null()),
})

const loaded = (): unknown => parse(read('compose.yaml'), { merge: true })
const { services, volumes } = v.parse(Compose, loaded())
const { cluster, ...nodes } = services

describe('compose.yaml', () => {
  test.each([
    ['a port that others could reach', { ports: ['5984:5984'] }],
    ['a port on every address', { ports: ['0.0.0.0:5984:5984'] }],
    ['a password', { environment: { COUCHDB_PASSWORD: 'flowers' } }],
    ['a cookie', { environment: { COUCHDB_ERLANG_COOKIE: 'flowers' } }],
    ['an image without a tag', { image: 'couchdb' }],
    ['an image that moves', { image: 'couchdb:3.5' }],
    ['a misspelt member', { restarts: 'always' }],
    ['a configuration that CouchDB could change', { volumes: ['./local.ini:/opt/couchdb/etc/local.ini'] }],
    [
      'a health check that asks for something else',
      { healthcheck: { ...nodes.couchdb.healthcheck, test: ['CMD', 'true'] } },
    ],
  ])('a file with %s would fail this check', (_what, change) => {
    const compose = loaded() as { services: { couchdb: object } }
    Object.assign(compose.services.couchdb, change)
    expect(v.safeParse(Compose, compose).success).toBe(false)
  })

  test('secrets are read from a file that git ignores', () => {
    expect(read('../.gitignore').split('\n')).toContain(nodes.couchdb.env_file)
  })

  test('one node starts by default, and three only with the profile `cluster`', () => {
    const profiles = Object.entries(services).map(([service, { profiles }]) => [service, profiles?.join()])
    expect(Object.fromEntries(profiles)).toEqual({
      couchdb: undefined,
      'couchdb-1': 'cluster',
      'couchdb-2': 'cluster',
      'couchdb-3': 'cluster',
      cluster: 'cluster',
    })
  })

  test('every node gets its own data, its own settings and the hardened configuration', () => {
    const mounts = Object.values(nodes).flatMap((node) => node.volumes)
    const own = mounts.filter((mount) => !mount.startsWith('.')).map((mount) => mount.split(':')[0])
    expect(new Set(own).size).toBe(own.length)
    expect(own.toSorted()).toEqual(Object.keys(volumes).sort())
    for (const [service, node] of Object.entries(nodes)) {
      expect(node.volumes, service).toContain('./local.ini:/opt/couchdb/etc/default.d/20-mogra.ini:ro')
      const isOfCluster = node.profiles?.includes('cluster') ?? false
      const files = node.volumes.filter((mount) => mount.startsWith('./cluster.ini:'))
      // CouchDB reads this file after local.ini, and before the files in local.d that it writes itself.
      expect(files, service).toEqual(isOfCluster ? ['./cluster.ini:/opt/couchdb/etc/default.d/90-cluster.ini:ro'] : [])
    }
  })

  test('the nodes of the cluster have the names that their data will contain, and all of them are joined', () => {
    const ofCluster = Object.entries(nodes).filter(([, { profiles }]) => profiles)
    for (const [service, { hostname, environment, networks }] of ofCluster) {
      expect(hostname).toBe(`${service}.mogra.internal`)
      expect(environment?.NODENAME).toBe(hostname)
      expect(networks?.default.aliases).toEqual([hostname])
    }
    const [first, ...others] = ofCluster.map(([, { hostname }]) => hostname)
    expect(cluster.environment.COUCHDB_URL).toMatch(new RegExp(`@${first}:5984$`))
    expect(cluster.command).toEqual([
      'node',
      '/mogra/couchdb/join-cluster.ts',
      ...others.map((host) => `couchdb@${host}`),
    ])
    expect(Object.keys(cluster.depends_on)).toEqual(ofCluster.map(([service]) => service))
  })
})
