import { setTimeout as pause } from 'node:timers/promises'
import { favouritesOf } from '../src/data/people/favourites.ts'
import { openLocal, type Pouch } from '../src/data/pouch/pouch.ts'
import { openHttp } from '../src/data/pouch/replication.ts'
import { openFakeNetwork } from '../src/testing/fake-network.ts'
import { type TestDevice, testDevice } from '../src/testing/test-device.ts'
import { startFrailNetwork } from './frail-network.ts'
import type { BenchService } from './service.ts'

const EMAIL = 'two-devices@bench.example'
/** The pause between two writes, so that each begins on an idle connection. */
const REST_MS = 30

/** Opens one account on two devices of the app, with IndexedDB in memory; the second device has a faulty network. */
async function twoDevices(service: BenchService) {
  await service.services.accounts.create({ email: EMAIL, name: 'Asha', role: 'CUSTOMER', verified: true })
  const network = await startFrailNetwork(service.url)
  const signedIn = async (origin: string): Promise<TestDevice> => {
    const device = testDevice({ origin, fetch: openFakeNetwork().fetch })
    device.supervisor.start()
    const before = service.mails()
    await device.session.requestCode(EMAIL)
    let mail: { text: string } | undefined
    while (!mail) {
      await pause(20)
      mail = service.mails().find((one) => one.to === EMAIL && !before.includes(one))
    }
    await device.session.signIn(EMAIL, mail.text.match(/\b\d{6}\b/)?.[0] ?? '')
    return device
  }
  const devices: [TestDevice, TestDevice] = [await signedIn(service.url), await signedIn(network.origin)]
  return { devices, network }
}

/** Resolves with the time at which the document arrives in the database. */
async function arrival(db: Pouch, id: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const changes = db.changes({ live: true, since: 0, doc_ids: [id] })
    changes.on('change', () => {
      changes.cancel()
      resolve(performance.now())
    })
    changes.on('error', reject)
  })
}

const flowers = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`)

/** Measures the milliseconds from a write on one device to its arrival on the other, also with PouchDB's live sync. */
export async function measureTwoDevices({ service }: { service: BenchService }, count: number) {
  const { devices, network } = await twoDevices(service)
  const [here, there] = devices
  const arrivalAt = (device: TestDevice, flower: string, from: TestDevice) =>
    arrival(device.databases.mailbox().db, `favourite:${flower}:${from.databases.mailbox().device}`)
  const write = (device: TestDevice, flower: string) => favouritesOf(() => device).set(flower, true)

  const gate: number[] = []
  for (const flower of flowers('delivery', count)) {
    const arrived = arrivalAt(there, flower, here)
    const startedAt = performance.now()
    await write(here, flower)
    gate.push((await arrived) - startedAt)
    await pause(REST_MS)
  }
  const raw = await rawDelivery(await service.rawDatabase(), count)

  const recovery = {
    'cut for 1 s': await recovered('cut', 1_000, 'told'),
    'cut for 1 s, the browser says nothing': await recovered('cut', 1_000, 'untold'),
    'half-open for 5 s': await recovered('freeze', 5_000, 'told'),
    'half-open for 5 s, the browser says nothing': await recovered('freeze', 5_000, 'untold'),
    'half-open for 5 s, the browser says nothing, a write to send': await recovered('freeze', 5_000, 'untold', [
      there,
      here,
    ]),
  }
  await Promise.all(devices.map((device) => device.close()))
  await network.close()
  return { delivery: { gate: percentiles(gate), raw: percentiles(raw), ratio: ratioOf(gate, raw) }, recovery }

  /** Milliseconds from the network's return to the arrival of a missed write; `told`: with an `online` event. */
  async function recovered(
    how: 'cut' | 'freeze',
    forMs: number,
    event: 'told' | 'untold',
    [writer, reader] = [here, there],
  ) {
    const flower = `recovery-${how}-${event}-${writer === here ? 'received' : 'sent'}`
    network[how]()
    const arrived = arrivalAt(reader, flower, writer)
    await write(writer, flower)
    await pause(forMs)
    network.mend()
    const mendedAt = performance.now()
    if (event === 'told') there.wake('online')
    return Math.round((await arrived) - mendedAt)
  }
}

async function rawDelivery(url: string, count: number): Promise<number[]> {
  const [one, other] = [openLocal('raw-one'), openLocal('raw-other')] as const
  const syncs = [one, other].map((db) => db.sync(openHttp(url, fetch), { live: true, retry: true }))
  for (const sync of syncs) sync.catch(() => undefined)
  const times: number[] = []
  for (const flower of flowers('delivery', count)) {
    const id = `favourite:${flower}:raw`
    const arrived = arrival(other, id)
    const startedAt = performance.now()
    await one.put({ _id: id, ...{ type: 'favourite', device: 'raw', flower, on: true } })
    times.push((await arrived) - startedAt)
    await pause(REST_MS)
  }
  for (const sync of syncs) sync.cancel()
  await Promise.all([one.destroy(), other.destroy()])
  return times
}

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const percentiles = (times: number[]) => ({ p50: Math.round(at(times, 0.5)), p95: Math.round(at(times, 0.95)) })
const ratioOf = (gate: number[], raw: number[]) => ({
  p50: Number((at(gate, 0.5) / at(raw, 0.5)).toFixed(2)),
  p95: Number((at(gate, 0.95) / at(raw, 0.95)).toFixed(2)),
})
