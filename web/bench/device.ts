import type { Pouch, PouchConstructor, Replication } from './pouch.ts'
import type { BenchService } from './service.ts'

export interface Traffic {
  requests: number
  bytesUp: number
  bytesDown: number
}

export interface Device {
  account: string
  mailbox: string
  local: Pouch
  remote: Pouch
  traffic: Traffic
  push(live: boolean): Replication
  pull(live: boolean): Replication
  close(): Promise<void>
}

/** The replication options of the app's supervisor; the device uses PouchDB's LevelDB instead of IndexedDB. */
const PUSH = { checkpoint: 'source', selector: { device: { $gt: null } }, batch_size: 500 } as const
const PULL = { checkpoint: 'target', batch_size: 500 } as const

/** Creates an account and signs it in on one device, whose requests are counted. */
export async function signedInDevice(service: BenchService, Local: PouchConstructor, name: string): Promise<Device> {
  const { accounts, sessions } = service.services
  const account = await accounts.create({ email: `${name}@bench.example`, name, role: 'CUSTOMER', verified: true })
  if (account === 'email_taken') throw new Error(`${name} is taken`)
  const cookie = await sessions.start(account, { provenBy: 'code', userAgent: '' })

  const traffic: Traffic = { requests: 0, bytesUp: 0, bytesDown: 0 }
  const counted: typeof fetch = async (input, init) => {
    // The app answers PouchDB's request to the server's root locally too.
    if (String(input).endsWith('/db/')) return new Response('{}', { headers: { 'content-type': 'application/json' } })
    traffic.requests += 1
    traffic.bytesUp += typeof init?.body === 'string' ? Buffer.byteLength(init.body) : 0
    const headers = new Headers(init?.headers)
    headers.set('cookie', `sid=${cookie}`)
    const response = await fetch(input, { ...init, headers })
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        traffic.bytesDown += chunk.byteLength
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body?.pipeThrough(counting) ?? null, response)
  }

  const local = new Local(name)
  const remote = new Local(`${service.url}/db/${account.mailbox.name}`, {
    adapter: 'http',
    skip_setup: true,
    fetch: counted,
  })
  return {
    account: account.id,
    mailbox: account.mailbox.name,
    local,
    remote,
    traffic,
    push: (live) => local.replicate.to(remote, { ...PUSH, live }),
    pull: (live) => local.replicate.from(remote, { ...PULL, live }),
    close: async () => {
      await local.close()
      await remote.close()
    },
  }
}
