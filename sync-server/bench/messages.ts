import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { messageId, orderConversation } from '#model'
import { admin, spawnServer } from '../../couchdb/embedded/testing.ts'
import { askedIntentOf, openBareDevice, openDevice } from '../testing/device.ts'
import { figuresOf } from './feed-device.ts'
import { startBenchedService } from './service.ts'

/**
 * Measures how soon a message is on the other one's phone while both are online, and how soon a bare PouchDB has a
 * document of the same size through the same CouchDB without a gate and a decision. Service, database and phones are
 * three processes. `node sync-server/bench/messages.ts --rounds 80`
 */
const { values } = parseArgs({
  options: {
    /** How many messages are sent: fewer than a writer may send at once. */
    rounds: { type: 'string', default: '80' },
    out: { type: 'string', default: 'test-results/bench-messages.json' },
  },
})
const rounds = Number(values.rounds)
/** How many messages are not measured: the first ones open connections and load code. */
const WARM_UP = 5
/** The pause between two messages: the service has finished with one before the next begins. */
const REST_MS = 300
/** How many times as long as raw PouchDB a message should take; the bench fails only at twice that. */
const BUDGET_RATIO = 2
const SOME_ORDER = '01JGFJJZ000000000000000000'
const TEXT = 'I am at the gate of Bapu Nagar, the guard asks for the flat. Which one is it?'

const folder = await mkdtemp(join(tmpdir(), 'mogra-bench-messages-'))
const database = process.env.COUCHDB_URL ? undefined : await spawnServer(join(folder, 'couchdb'))
const couchdbUrl = process.env.COUCHDB_URL ?? database?.url.replace('//', `//${admin.name}:${admin.password}@`) ?? ''
try {
  const gate = await throughMogra()
  const raw = await throughCouch()
  const ratio = { p50: ratioOf(gate.p50, raw.p50), p95: ratioOf(gate.p95, raw.p95) }
  console.table({ 'a message, phone to phone (ms)': gate, 'the same document, raw PouchDB (ms)': raw, '× raw': ratio })
  await mkdir(dirname(values.out), { recursive: true })
  await writeFile(values.out, JSON.stringify({ rounds, node: process.version, gate, raw, ratio }, null, 2))
  if (ratio.p50 > BUDGET_RATIO) console.log(`p50: ${ratio.p50} × raw is over the ${BUDGET_RATIO} × that it should take`)
  if (ratio.p50 > 2 * BUDGET_RATIO) process.exitCode = 1
} finally {
  await database?.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}

async function throughMogra() {
  const service = await startBenchedService(folder, couchdbUrl)
  const [customer] = await service.ask('people', 1, 'CUSTOMER')
  const [partner] = await service.ask('people', 1, 'PARTNER')
  if (!customer || !partner) throw new Error('nobody is there')
  const key = orderConversation(
    await service.ask('awarded', { customer: customer.id, partner: partner.id }),
    partner.id,
  )
  const [writer, reader] = await Promise.all(
    [customer, partner].map(({ cookie, mailbox }) =>
      openDevice(service.url, { cookie, mailbox: { name: mailbox, generation: 1 } }),
    ),
  )
  if (!writer || !reader) throw new Error('no device is open')
  for (const device of [writer, reader]) device.goOnline()
  const figures = await measured(async (n) => {
    const arrived = reader.arrival(messageId(key, n + 1))
    const at = performance.now()
    await writer.db.put(askedIntentOf('send-message', { conversation: key, text: TEXT }, writer.id))
    await arrived
    return performance.now() - at
  })
  for (const device of [writer, reader]) await device.close()
  await service.stop()
  return figures
}

async function throughCouch() {
  const { origin, username, password } = new URL(couchdbUrl)
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const made = await fetch(`${origin}/bench-raw-messages`, { method: 'PUT', headers: { authorization } })
  if (!made.ok) throw new Error(`the database was not made: ${made.status}`)
  const url = `${couchdbUrl.replace(/\/$/, '')}/bench-raw-messages`
  const [writer, reader] = [openBareDevice(url), openBareDevice(url)]
  const figures = await measured(async (n) => {
    const intent = askedIntentOf('send-message', { conversation: orderConversation(SOME_ORDER, 'p'), text: TEXT })
    const arrived = reader.arrival(intent._id)
    const at = performance.now()
    await writer.db.put({ ...intent, n })
    await arrived
    return performance.now() - at
  })
  for (const device of [writer, reader]) await device.close()
  await fetch(`${origin}/bench-raw-messages`, { method: 'DELETE', headers: { authorization } })
  return figures
}

async function measured(once: (n: number) => Promise<number>) {
  const times: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const took = await once(n)
    if (n >= WARM_UP) times.push(took)
    await pause(REST_MS)
  }
  return figuresOf(times.sort((a, b) => a - b))
}

function ratioOf(one: number, other: number): number {
  return Number((one / Math.max(1, other)).toFixed(2))
}
