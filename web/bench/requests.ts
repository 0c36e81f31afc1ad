import type { Device, Traffic } from './device.ts'
import { placeOrderIntent } from './orders.ts'
import type { Replication } from './pouch.ts'
import { favourites } from './transfer.ts'

interface Setup {
  device: (name: string) => Promise<Device>
  service: { fillMailbox(mailbox: string, docs: object[]): Promise<void> }
}

const difference = (after: Traffic, before: Traffic): Traffic => ({
  requests: after.requests - before.requests,
  bytesUp: after.bytesUp - before.bytesUp,
  bytesDown: after.bytesDown - before.bytesDown,
})

const QUIET_MS = 400

/** Until nothing new was asked for a while; what is held open then waits for news. */
async function quiet(traffic: Traffic) {
  for (let before = -1; before !== traffic.requests; ) {
    before = traffic.requests
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  }
}

/** Requests and bytes that a device pays for a first sync of 300 documents, for an order, and for coming back to nothing new. */
export async function measureRequests({ device, service }: Setup) {
  const phone = await device('requests')
  await service.fillMailbox(phone.mailbox, favourites(300, 'elsewhere'))

  const measured = async (work: () => Promise<void>) => {
    const before = { ...phone.traffic }
    await work()
    return difference(phone.traffic, before)
  }
  let live: Replication[] = []
  const connect = async () => {
    live = [phone.push(true), phone.pull(true)]
    for (const replication of live) replication.catch(() => undefined)
    await quiet(phone.traffic)
  }
  const disconnect = async () => {
    for (const replication of live) replication.cancel()
    await Promise.allSettled(live)
  }

  const firstSync300 = await measured(connect)
  const order = await measured(async () => {
    const intent = placeOrderIntent(1)
    const receipt = intent._id.replace('intent:', 'receipt:')
    await phone.local.put(intent)
    await new Promise<void>((resolve) => {
      const changes = phone.local.changes({ live: true, since: 0 }).on('change', ({ id }) => {
        if (id !== receipt) return
        changes.cancel()
        resolve()
      })
    })
    await quiet(phone.traffic)
  })
  await disconnect()
  const reconnect = await measured(connect)
  await disconnect()
  await phone.close()
  return { firstSync300, order, reconnect }
}
