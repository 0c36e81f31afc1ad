import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Intent } from '#model'
import { admin, spawnServer } from '../../couchdb/embedded/testing.ts'
import { askedIntentOf, asPushed, intentOf, orderOf, post } from '../testing/device.ts'
import { figuresOf, judgeP95, rowLatencies } from './feed-device.ts'
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

  // From the moment that a delivery is open to the row on each device.
  const latencies = await rowLatencies(service, partners, rounds, () => service.ask('openDelivery'))
  const figures = { ordersPerSecond, awardsPerSecond, ...figuresOf(latencies) }
  console.table({ [`${people} partners`]: figures })
  await mkdir(dirname(values.out), { recursive: true })
  await writeFile(values.out, JSON.stringify({ people, each, rounds, node: process.version, ...figures }, null, 2))
  if (awardsPerSecond < LEAST_SHARE * ordersPerSecond) {
    console.log(`awards are decided at less than ${LEAST_SHARE} of the rate of orders`)
    process.exitCode = 1
  }
  judgeP95(figures.p95, BUDGET_P95_MS)
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
} finally {
  await database?.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}
