import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountedCouch {
  /** The address to use in place of the database's own, with the same credentials. */
  url: string
  /** Returns the number of requests since the last call by method and path, such as `PUT /work/lease:decider`. */
  counted(): Record<string, number>
  close(): Promise<void>
}

const LONGER_THAN_ITS_CLIENT_MS = 120_000

/** A proxy between service and database that passes everything on and counts requests. */
export async function countRequests(couchdbUrl: string): Promise<CountedCouch> {
  const couch = new URL(couchdbUrl)
  let counts: Record<string, number> = {}
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const asked = `${method} ${url.split('?')[0]}`
    counts[asked] = (counts[asked] ?? 0) + 1
    // A kept connection may be closed by the other side just when it is used again; that would look like an outage.
    const to = { hostname: couch.hostname, port: couch.port, agent: false } as const
    const passedOn = request({ ...to, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
    })
    passedOn.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passedOn.destroy())
    incoming.pipe(passedOn)
  })
  server.keepAliveTimeout = LONGER_THAN_ITS_CLIENT_MS
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: Object.assign(new URL(couch), { hostname: '127.0.0.1', port: String(port) }).href,
    counted() {
      const before = counts
      counts = {}
      return before
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
