import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedInDevice } from './device.ts'
import { measureOrders } from './orders.ts'
import { PouchDB } from './pouch.ts'
import { measureRequests } from './requests.ts'
import { startBenchService } from './service.ts'
import { measureTransfer } from './transfer.ts'

/**
 * One run, one CouchDB (the embedded one, or `COUCHDB_URL`), one machine: figures are ratios to raw PouchDB in the
 * same run, or counts. `npm run bench -- --orders 1000 --documents 5000 --out bench.json`
 */

const option = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}
const outAt = process.argv.indexOf('--out')
const out = outAt < 0 ? 'test-results/bench.json' : (process.argv[outAt + 1] ?? 'test-results/bench.json')

const folder = await mkdtemp(join(tmpdir(), 'mogra-bench-'))
const Local = PouchDB.defaults({ prefix: `${folder}/`, adapter: 'leveldb' })
// The bench is one busy account where the quota expects a person.
const service = await startBenchService({ limits: { documentsPerMinute: 1_000_000 } })
try {
  const setup = { service, Local, device: (name: string) => signedInDevice(service, Local, name) }
  const requests = await measureRequests(setup)
  const orders = await measureOrders(setup, option('orders', 1000))
  const transfer = await measureTransfer(setup, option('documents', 5000))

  const result = { couchdb: await service.couchVersion(), node: process.version, requests, orders, transfer }
  console.table(requests)
  console.table({ 'intent → receipt (ms)': orders })
  console.table(transfer)
  await writeFile(out, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`${result.couchdb}; written to ${out}`)

  const isWithin =
    requests.firstSync300.requests <= 8 && requests.order.requests <= 7 && requests.reconnect.requests <= 3
  if (!isWithin) {
    console.error('Over budget: a first sync of 300 documents takes ≤ 8 requests, an order ≤ 7, a reconnect ≤ 3.')
    process.exitCode = 1
  }
} finally {
  await service.close()
  await rm(folder, { recursive: true, force: true })
}
