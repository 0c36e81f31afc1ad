import { once } from 'node:events'
import { createServer } from 'node:net'

// Below those that the system gives to connections: one of them would be taken again before the process listens that
// it was found for, or while that process is killed and started anew.
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
