import { connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** The URL to use instead of the service's own. */
  url: string
  /** From now on connections are half-open: nothing is transferred in either direction, without any event. */
  hang(): void
  /** New connections, and those opened while the proxy hung, work again; older ones stay dead. */
  mend(): void
  close(): Promise<void>
}

/** Starts a proxy that can stop transferring without closing connections. */
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
