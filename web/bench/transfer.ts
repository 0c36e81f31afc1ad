import { performance } from 'node:perf_hooks'
import { ulid } from 'ulid'
import type { Device } from './device.ts'
import type { PouchConstructor } from './pouch.ts'
import type { BenchService } from './service.ts'

interface Setup {
  device: (name: string) => Promise<Device>
  Local: PouchConstructor
  service: BenchService
}

export const favourites = (count: number, device: string) =>
  Array.from({ length: count }, (_, n) => ({
    _id: `favourite:flower-${n}:${device}`,
    type: 'favourite',
    device,
    flower: `flower-${n}`,
    on: true,
    updatedAt: new Date().toISOString(),
  }))

async function docsPerSecond(count: number, work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return Math.round((count * 1000) / (performance.now() - start))
}

/** Measures documents per second through the gate, and their ratio to raw PouchDB directly on the same CouchDB. */
export async function measureTransfer({ device, Local, service }: Setup, count: number) {
  const options = { batch_size: 500 }
  const docs = favourites(count, 'bench')
  const name = () => `transfer-${ulid().toLowerCase()}`

  const pusher = await device('pusher')
  await pusher.local.bulkDocs(docs)
  const pushGate = await docsPerSecond(count, () => pusher.push(false))

  const rawSource = new Local(name())
  await rawSource.bulkDocs(docs)
  const rawUrl = await service.rawDatabase()
  const pushRaw = await docsPerSecond(count, () =>
    rawSource.replicate.to(new Local(rawUrl, { adapter: 'http' }), options),
  )

  const puller = await device('puller')
  await service.fillMailbox(puller.mailbox, favourites(count, 'elsewhere'))
  const pullGate = await docsPerSecond(count, () => puller.pull(false))

  const rawTarget = new Local(name())
  const pullRaw = await docsPerSecond(count, () =>
    rawTarget.replicate.from(new Local(rawUrl, { adapter: 'http' }), options),
  )
  const pulled = (await rawTarget.info()).doc_count
  if (pulled !== count) throw new Error(`raw PouchDB pulled ${pulled} of ${count} documents`)

  const ratio = (gate: number, raw: number) => Number((gate / raw).toFixed(2))
  return {
    push: { documents: count, gateDocsPerSecond: pushGate, rawDocsPerSecond: pushRaw, ratio: ratio(pushGate, pushRaw) },
    pull: { documents: count, gateDocsPerSecond: pullGate, rawDocsPerSecond: pullRaw, ratio: ratio(pullGate, pullRaw) },
  }
}
