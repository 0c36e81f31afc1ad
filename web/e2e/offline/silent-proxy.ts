import { connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** Stands for the service's own. */
  url: string
  /** From now on nothing goes through in either direction, and nobody is told: half-open. */
  hang(): void
  /** Connections that were begun meanwhile, and new ones, go through again; those from before stay dead. */
  mend(): void
  close(): Promise<void>
}

/** A network that can die without a word. */
export async function openSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let live = new Set<Socket>()
  const waiting = new Set<Socket>()
  let isHanging = false

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((inside) => {
    keep(inside)
    if (isHanging) waiting.add(inside.pause())
    else join(inside)
  })

  function join(inside: Socket) {
    if (inside.destroyed) return
    const outside = connect(Number(port), hostname)
    keep(outside)
    inside.pipe(outside)
    outside.pipe(inside)
    for (const socket of [inside, outside]) live.add(socket)
    inside.on('close', () => outside.destroy())
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    hang() {
      isHanging = true
      for (const socket of live) {
        socket.unpipe()
        socket.pause()
      }
      live = new Set()
    },
    mend() {
      isHanging = false
      for (const socket of waiting) join(socket)
      waiting.clear()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
