import { performance } from 'node:perf_hooks'
import { ulid } from 'ulid'
import type { Device } from './device.ts'

interface Setup {
  device: (name: string) => Promise<Device>
}

const placeOrderIntent = (n: number) => ({
  _id: `intent:${ulid()}`,
  type: 'intent',
  kind: 'place-order',
  device: 'bench',
  n,
  madeAt: new Date().toISOString(),
  payload: {
    lines: [{ flower: 'red-roses', quantity: 1, consumes: {} }],
    address: { name: 'Asha', phone: '+919829011420', address: '14, Bapu Nagar', city: 'jaipur', pincode: '302015' },
    deliveryOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    deliveryWindow: 'any',
    paymentMethod: 'upi',
    quotedTotalRupees: 994,
  },
})

/** Measures the milliseconds from an intent's local write to its receipt in the local database, one order at a time. */
export async function measureOrders({ device }: Setup, count: number) {
  const phone = await device('orders')
  const replications = [phone.push(true), phone.pull(true)]
  for (const replication of replications) replication.catch(() => undefined)

  const arrived = new Map<string, () => void>()
  const changes = phone.local
    .changes({ live: true, since: 'now' })
    .on('change', ({ id }) => arrived.get(id.replace('receipt:', ''))?.())

  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    const intent = placeOrderIntent(n)
    const start = performance.now()
    await new Promise<void>((resolve, reject) => {
      arrived.set(intent._id.replace('intent:', ''), resolve)
      phone.local.put(intent).catch(reject)
    })
    times.push(performance.now() - start)
  }
  changes.cancel()
  for (const replication of replications) replication.cancel()
  await phone.close()

  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return { orders: count, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
