import { setTimeout as pause } from 'node:timers/promises'
import { placeOrder } from '#model'
import { askOf } from '../src/data/ask.ts'
import { aPlaceOrder } from '../src/testing/documents.ts'
import { openFakeNetwork } from '../src/testing/fake-network.ts'
import { testDevice } from '../src/testing/test-device.ts'
import type { Traffic } from './device.ts'
import type { BenchService } from './service.ts'
import { favourites } from './transfer.ts'

const EMAIL = 'requests@bench.example'
const QUIET_MS = 500
const LOOK_MS = 20

/** Counts the app's mailbox requests and bytes for a first sync of 300 documents, an order, and an idle reopening. */
export async function measureRequests({ service }: { service: BenchService }) {
  const account = await service.services.accounts.create({
    email: EMAIL,
    name: 'Asha',
    role: 'CUSTOMER',
    verified: true,
  })
  if (account === 'email_taken') throw new Error(`${EMAIL} is taken`)
  await service.fillMailbox(account.mailbox.name, favourites(300, 'elsewhere'))

  const traffic: Traffic = { requests: 0, bytesUp: 0, bytesDown: 0 }
  const line = openFakeNetwork()
  const device = testDevice({ origin: service.url, fetch: counted(line.fetch, traffic) })
  device.status.subscribe(() => undefined)
  device.supervisor.start()
  await device.session.requestCode(EMAIL)
  const code = (await service.mailTo(EMAIL)).text.match(/\b\d{6}\b/)?.[0] ?? ''

  const measured = async (work: () => unknown) => {
    const before = { ...traffic }
    await work()
    await quiet(traffic, () => device.status.get().state === 'up-to-date')
    return {
      requests: traffic.requests - before.requests,
      bytesUp: traffic.bytesUp - before.bytesUp,
      bytesDown: traffic.bytesDown - before.bytesDown,
    }
  }
  const firstSync300 = await measured(() => device.session.signIn(EMAIL, code))
  const orders = () => device.databases.mailbox().allOf('order')
  const order = await measured(async () => {
    await askOf(() => device)(placeOrder, aPlaceOrder())
    while ((await orders()).length === 0) await pause(LOOK_MS)
  })
  if ((await orders()).length !== 1) throw new Error('the device holds another number of orders than one')

  line.cut()
  await pause(QUIET_MS)
  line.mend()
  const reconnect = await measured(() => device.wake('online'))
  line.cut()
  await device.close()
  return { firstSync300, order, reconnect }
}

/** Waits until all is in sync and no new request came for a while; open requests are then long polls. */
async function quiet(traffic: Traffic, isInStep: () => boolean) {
  for (let before = -1; before !== traffic.requests || !isInStep(); ) {
    before = traffic.requests
    await pause(QUIET_MS)
  }
}

/** Counts only requests to the mailbox, not those for the sign-in and the catalogue. */
const counted =
  (send: typeof fetch, traffic: Traffic): typeof fetch =>
  async (input, init) => {
    if (!String(input).includes('/db/mailbox-')) return send(input, init)
    traffic.requests += 1
    traffic.bytesUp += typeof init?.body === 'string' ? Buffer.byteLength(init.body) : 0
    const response = await send(input, init)
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        traffic.bytesDown += chunk.byteLength
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body?.pipeThrough(counting) ?? null, response)
  }
