import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { signedInDevice } from './device.ts'
import { measureOrders } from './orders.ts'
import { PouchDB } from './pouch.ts'
import { measureRequests } from './requests.ts'
import { startBenchService } from './service.ts'
import { measureTransfer } from './transfer.ts'
import { measureTwoDevices } from './two-devices.ts'

/**
 * Measures Mogra and raw PouchDB in one run, on one machine and one CouchDB (the embedded one, or `COUCHDB_URL`). Prints
 * ratios and counts. `node web/bench/bench.ts --orders 1000 --documents 5000 --deliveries 300 --out bench.json`
 */

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    documents: { type: 'string', default: '5000' },
    deliveries: { type: 'string', default: '300' },
    out: { type: 'string', default: 'test-results/bench.json' },
  },
})

const folder = await mkdtemp(join(tmpdir(), 'mogra-bench-'))
const Local = PouchDB.defaults({ prefix: `${folder}/`, adapter: 'leveldb' })
// The bench uses one account more than any person does, so the quota is raised.
const service = await startBenchService({ limits: { documentsPerMinute: 1_000_000 } })
try {
  const setup = { service, Local, device: (name: string) => signedInDevice(service, Local, name) }
  const requests = await measureRequests(setup)
  const twoDevices = await measureTwoDevices(setup, Number(options.deliveries))
  const orders = await measureOrders(setup, Number(options.orders))
  const transfer = await measureTransfer(setup, Number(options.documents))

  const result = {
    couchdb: await service.couchVersion(),
    node: process.version,
    requests,
    twoDevices,
    orders,
    transfer,
  }
  console.table(requests)
  console.log('A → B (ms), beside PouchDB live sync with no gate:')
  console.table(twoDevices.delivery)
  console.table(
    Object.fromEntries(
      Object.entries(twoDevices.recovery).map(([how, ms]) => [how, { 'network is back → up to date (ms)': ms }]),
    ),
  )
  console.table({ 'intent → receipt (ms)': orders })
  console.table(transfer)
  await mkdir(dirname(options.out), { recursive: true })
  await writeFile(options.out, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`${result.couchdb}; written to ${options.out}`)

  const isWithin =
    requests.firstSync300.requests <= 8 && requests.order.requests <= 7 && requests.reconnect.requests <= 3
  if (!isWithin) {
    console.error('Over budget: a first sync of 300 documents takes ≤ 8 requests, an order ≤ 7, a reconnect ≤ 3.')
    process.exitCode = 1
  }
  if (Math.max(twoDevices.recovery['cut for 1 s'], twoDevices.recovery['half-open for 5 s']) > 5_000) {
    console.error('Too slow: a device that is told of the network’s return is up to date within 5 s.')
    process.exitCode = 1
  }
} finally {
  await service.close()
  await rm(folder, { recursive: true, force: true })
}
