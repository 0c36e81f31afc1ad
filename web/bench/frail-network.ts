import { connect, createServer, type Socket } from 'node:net'

export interface FrailNetwork {
  /** Stands for the service's own. */
  origin: string
  /** Ends every connection and refuses new ones. */
  cut(): void
  /** Connections stay open and carry nothing any more, as behind a router that forgot them; new ones do the same. */
  freeze(): void
  /** New connections work; those that were frozen stay so, and nobody is told. */
  mend(): void
  close(): Promise<void>
}

/** Between a device and the service, below HTTP. */
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
