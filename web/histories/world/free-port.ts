import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that the system gives to connections: a connection could take such a port before the process listens
// on it, or while the process is killed and started again.
const FIRST = 20_000
const COUNT = 12_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
