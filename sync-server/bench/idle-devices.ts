import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { admin, spawnServer } from '../../couchdb/embedded/testing.ts'
import { countRequests } from './count-requests.ts'
import { holdPolls } from './hold-polls.ts'
import { startBenchedService } from './service.ts'

/**
 * Measures the cost of a waiting device: each device is an account of its own, signed in, with one poll held on its
 * mailbox. Service, database and devices are three processes. `node sync-server/bench/idle-devices.ts --devices 5000
 * --seconds 30`
 */
const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '30' },
    out: { type: 'string', default: 'test-results/bench-idle.json' },
  },
})
const devices = Number(values.devices)
const seconds = Number(values.seconds)
const BUDGET_KB = 30
const WARM = 200
/** The lease is renewed every 5 s with or without devices; one measurement may contain one round more than another. */
const SPARE_REQUESTS = 8
const SETTLE_MS = 12_000

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

const folder = await mkdtemp(join(tmpdir(), 'mogra-bench-idle-'))
const database = process.env.COUCHDB_URL ? undefined : await spawnServer(join(folder, 'couchdb'))
const couch = await countRequests(
  process.env.COUCHDB_URL ?? database?.url.replace('//', `//${admin.name}:${admin.password}@`) ?? '',
)
try {
  // Another process creates the accounts, so that they do not count towards the measured memory.
  const maker = await startBenchedService(folder, couch.url)
  const people = await maker.ask('people', devices)
  await maker.stop()

  const service = await startBenchedService(folder, couch.url)
  const letGo = await holdPolls(service.url, people.slice(0, WARM))
  await pause(SETTLE_MS)
  letGo()
  await pause(SETTLE_MS)
  const before = await service.ask('memory')
  const none = await requestsAtRest()

  const end = await holdPolls(service.url, people)
  await pause(SETTLE_MS)
  const after = await service.ask('memory')
  const held = await requestsAtRest()
  const stillHeld = (await service.ask('memory')).polls
  end()
  await service.stop()

  if (stillHeld !== devices) throw new Error(`${stillHeld} of ${devices} polls were held to the end`)
  const kilobytes = (name: 'rss' | 'heapUsed' | 'asItIs') =>
    Number(((after[name] - before[name]) / 1024 / devices).toFixed(1))
  const result = {
    devices,
    node: process.version,
    kilobytesADevice: { rss: kilobytes('rss'), heap: kilobytes('heapUsed'), rssBeforeCollection: kilobytes('asItIs') },
    rssMegabytes: { none: Math.round(before.rss / 1024 ** 2), held: Math.round(after.rss / 1024 ** 2) },
    requestsAtRest: { seconds, none, held },
  }
  console.table({ [`KB a device, ${devices} held`]: result.kilobytesADevice })
  console.log(`Requests to the database in ${seconds} s at rest:`)
  console.table(
    Object.fromEntries(
      Object.keys({ ...none, ...held }).map((path) => [
        path,
        { 'no device': none[path], [`${devices} held`]: held[path] },
      ]),
    ),
  )
  await mkdir(dirname(values.out), { recursive: true })
  await writeFile(values.out, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`Written to ${values.out}`)

  const more = sum(held) - sum(none)
  if (result.kilobytesADevice.rss > BUDGET_KB || more > SPARE_REQUESTS) {
    console.error(`Over budget: a device at rest costs ≤ ${BUDGET_KB} KB and no request; there were ${more} more.`)
    process.exitCode = 1
  }
} finally {
  await couch.close()
  await database?.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}

/** Counts the service's requests to the database while nothing happens. */
async function requestsAtRest() {
  couch.counted()
  await pause(seconds * 1000)
  return couch.counted()
}
