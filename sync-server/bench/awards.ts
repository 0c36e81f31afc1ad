import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Intent } from '#model'
import { admin, spawnServer } from '../../couchdb/embedded/testing.ts'
import { askedIntentOf, asPushed, intentOf, orderOf, post } from '../testing/device.ts'
import { feedDevice } from './feed-device.ts'
import { startBenchedService } from './service.ts'

/**
 * Measures how many awards the service decides in a second, beside the orders that it decides in the same run, and how
 * soon a new request is on the devices of partners who all hold a poll of the city's feed. Service, database and devices
 * are three processes. `node sync-server/bench/awards.ts --people 200 --each 2 --rounds 20`
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    /** At most three, because a partner carries no more. */
    each: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '20' },
    out: { type: 'string', default: 'test-results/bench-awards.json' },
  },
})
const [people, each, rounds] = [values.people, values.each, values.rounds].map(Number) as [number, number, number]
/** The least share of the orders' rate that awards may have. */
const LEAST_SHARE = 0.5
/** Milliseconds; the bench fails only at twice that, because the machine may be busy. */
const BUDGET_P95_MS = 500

const folder = await mkdtemp(join(tmpdir(), 'mogra-bench-awards-'))
const database = process.env.COUCHDB_URL ? undefined : await spawnServer(join(folder, 'couchdb'))
const couchdbUrl = process.env.COUCHDB_URL ?? database?.url.replace('//', `//${admin.name}:${admin.password}@`) ?? ''
try {
  const service = await startBenchedService(folder, couchdbUrl)
  const customers = await service.ask('people', people, 'CUSTOMER')
  const partners = await service.ask('people', people, 'PARTNER')
  const orders = await service.ask('openDeliveries', people * each)

  const ordersPerSecond = await rateOf(customers, () => intentOf(orderOf()))
  const awardsPerSecond = await rateOf(partners, (n) => askedIntentOf('accept-delivery', { order: orders[n] ?? '' }))
  const awarded = await service.ask('countAwarded', orders)
  if (awarded !== orders.length) throw new Error(`${awarded} of ${orders.length} deliveries were awarded`)

  const latencies = await rowLatencies()
  const at = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0)
  const figures = { ordersPerSecond, awardsPerSecond, p50: at(0.5), p95: at(0.95), most: at(0.999) }
  console.table({ [`${people} partners`]: figures })
  await mkdir(dirname(values.out), { recursive: true })
  await writeFile(values.out, JSON.stringify({ people, each, rounds, node: process.version, ...figures }, null, 2))
  if (awardsPerSecond < LEAST_SHARE * ordersPerSecond) {
    console.log(`awards are decided at less than ${LEAST_SHARE} of the rate of orders`)
    process.exitCode = 1
  }
  if (figures.p95 > BUDGET_P95_MS)
    console.log(`p95: ${figures.p95} ms is over the ${BUDGET_P95_MS} ms that a request should take to a screen`)
  if (figures.p95 > 2 * BUDGET_P95_MS) process.exitCode = 1
  await service.stop()

  /** Everybody asks `each` times, one after another; returns how many are decided in a second. */
  async function rateOf(who: typeof customers, intentFor: (n: number) => Intent): Promise<number> {
    const begun = performance.now()
    await Promise.all(
      who.map(async ({ mailbox, cookie }, n) => {
        for (let i = 0; i < each; i += 1) {
          const body = { docs: [asPushed(intentFor(n * each + i))], new_edits: false }
          const answer = await post(`${service.url}/db/${mailbox}/_bulk_docs`, body, { cookie })
          const refused = await answer.text()
          if (answer.status !== 201 || refused !== '[]') throw new Error(`${answer.status} ${refused}`)
        }
      }),
    )
    await service.ask('decided')
    return Math.round((who.length * each * 1000) / (performance.now() - begun))
  }

  /** From the moment that a delivery is open to the row on each device. */
  async function rowLatencies(): Promise<number[]> {
    const devices = partners.map(({ cookie }) => feedDevice(service.url, cookie))
    await Promise.all(devices.map((device) => device.start()))
    const found: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const next = devices.map((device) => device.nextRow())
      while ((await service.ask('memory')).polls < people);
      const { id, at } = await service.ask('openDelivery')
      for (const row of await Promise.all(next)) {
        if (row.id !== id) throw new Error(`${row.id} came instead of ${id}`)
        found.push(row.at - at)
      }
    }
    for (const device of devices) device.end()
    return found.sort((a, b) => a - b)
  }
} finally {
  await database?.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}
