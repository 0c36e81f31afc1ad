import { connect, createServer, type Socket } from 'node:net'

export interface FrailNetwork {
  /** The origin to use instead of the service's own. */
  origin: string
  /** Ends every connection and refuses new ones. */
  cut(): void
  /** Old and new connections stay open but transfer nothing, as behind a router that has forgotten them. */
  freeze(): void
  /** New connections work again; frozen ones stay frozen, without any event. */
  mend(): void
  close(): Promise<void>
}

/** Starts a TCP proxy between a device and the service. */
export async function startFrailNetwork(target: string): Promise<FrailNetwork> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<[Socket, Socket]>()
  let state: 'whole' | 'cut' | 'frozen' = 'whole'
  const server = createServer((device) => {
    if (state === 'cut') return void device.destroy()
    const service = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [device, service]
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const one of pair) one.destroy()
      })
    }
    if (state === 'frozen') return
    device.pipe(service)
    service.pipe(device)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the network has no port')
  const cut = () => {
    state = 'cut'
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }

  return {
    origin: `http://${hostname}:${address.port}`,
    cut,
    freeze() {
      state = 'frozen'
      for (const [device, service] of pairs) {
        device.unpipe(service).pause()
        service.unpipe(device).pause()
      }
    },
    mend() {
      state = 'whole'
    },
    close() {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
