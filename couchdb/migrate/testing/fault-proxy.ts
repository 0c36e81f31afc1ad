import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export interface RunningProxy {
  /** Contains the same credentials as the server behind it. */
  url: string
  close(): Promise<void>
}

/** Starts a proxy for a server; `intercept` may answer a request itself and then returns true. */
export async function startProxy(
  to: string,
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<RunningProxy> {
  const { hostname, port } = new URL(to)
  const server = createServer((incoming, outgoing) => {
    if (intercept(incoming, outgoing)) return
    const { method = 'GET', url = '/', headers } = incoming
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.on('error', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  // Node closes idle connections after 5 s, and a request that a client sends at that moment fails.
  server.keepAliveTimeout = 72_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy does not listen.')
  return {
    url: Object.assign(new URL(to), { port: address.port }).href,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
