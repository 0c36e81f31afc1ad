import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { SUPPLIER_CITIES } from '#model'
import { admin, spawnServer } from '../../couchdb/embedded/testing.ts'
import { figuresOf, judgeP95, rowLatencies } from './feed-device.ts'
import { startBenchedService } from './service.ts'

/**
 * Measures how soon a bulk request is on the devices of suppliers who all hold a poll of the feed: from the decision
 * until a device has the row. All serve the city, and most another one too, so that the feed is read under several
 * names. Service, database and devices are three processes.
 * `node sync-server/bench/feed-bulk.ts --suppliers 300 --rounds 20`
 */
const { values } = parseArgs({
  options: {
    suppliers: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '20' },
    out: { type: 'string', default: 'test-results/bench-feed-bulk.json' },
  },
})
const suppliers = Number(values.suppliers)
const rounds = Number(values.rounds)
const BUDGET_P95_MS = 1_000
/** Mumbai by itself, and with one of the other cities. */
const CITIES = SUPPLIER_CITIES.map(({ id }) => (id === 'mumbai' ? [id] : ['mumbai', id]))

const folder = await mkdtemp(join(tmpdir(), 'mogra-bench-bulk-'))
const database = process.env.COUCHDB_URL ? undefined : await spawnServer(join(folder, 'couchdb'))
const couchdbUrl = process.env.COUCHDB_URL ?? database?.url.replace('//', `//${admin.name}:${admin.password}@`) ?? ''
try {
  const service = await startBenchedService(folder, couchdbUrl)
  const people = await service.ask('people', suppliers, 'SUPPLIER', CITIES)
  const figures = figuresOf(await rowLatencies(service, people, rounds, () => service.ask('bulkRequest')))
  await service.stop()
  console.table({ [`a request on ${suppliers} devices (ms)`]: figures })
  await mkdir(dirname(values.out), { recursive: true })
  await writeFile(values.out, JSON.stringify({ suppliers, rounds, node: process.version, ...figures }, null, 2))
  judgeP95(figures.p95, BUDGET_P95_MS)
} finally {
  await database?.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}
