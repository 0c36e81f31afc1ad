import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { admin, spawnServer } from '../../couchdb/embedded/testing.ts'
import { figuresOf, judgeP95, rowLatencies } from './feed-device.ts'
import { startBenchedService } from './service.ts'

/**
 * Measures how soon a new row is on the devices of admins who all hold a poll of the feed: from the decision until a
 * device has the row. Each admin has an account of their own. Service, database and devices are three processes. `node
 * sync-server/bench/feed-admin.ts --admins 200 --rounds 20`
 */
const { values } = parseArgs({
  options: {
    admins: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '20' },
    out: { type: 'string', default: 'test-results/bench-feed-admin.json' },
  },
})
const admins = Number(values.admins)
const rounds = Number(values.rounds)
const BUDGET_P95_MS = 500

const folder = await mkdtemp(join(tmpdir(), 'mogra-bench-feed-'))
const database = process.env.COUCHDB_URL ? undefined : await spawnServer(join(folder, 'couchdb'))
const couchdbUrl = process.env.COUCHDB_URL ?? database?.url.replace('//', `//${admin.name}:${admin.password}@`) ?? ''
try {
  const service = await startBenchedService(folder, couchdbUrl)
  const people = await service.ask('people', admins, 'ADMIN')
  const figures = figuresOf(await rowLatencies(service, people, rounds, (round) => service.ask('ticket', round)))
  await service.stop()
  console.table({ [`a row on ${admins} devices (ms)`]: figures })
  await mkdir(dirname(values.out), { recursive: true })
  await writeFile(values.out, JSON.stringify({ admins, rounds, node: process.version, ...figures }, null, 2))
  judgeP95(figures.p95, BUDGET_P95_MS)
} finally {
  await database?.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}
