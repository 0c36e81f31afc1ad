import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { FAULTS, type Fault, GATE_STATUSES, STATUSES } from './faults.ts'

export interface FaultProxy {
  /** The address to use in place of the service's own. */
  url: string
  /** From now on, this share of the requests (0 to 1) meets one of these faults at random. */
  storm(share: number, faults?: readonly Fault[]): void
  /** The next request whose path matches meets this fault; several calls apply in turn. */
  next(path: RegExp, fault: Fault): void
  /** Ends new faults; hanging requests stay open. */
  calm(): void
  /** Ends new faults; hanging requests are cut off. */
  heal(): void
  /** Returns the requests in progress. */
  open(): { path: string; query: string; cookie: string; begunAt: Date }[]
  /** Returns how often each fault was met. */
  met(): Partial<Record<Fault, number>>
  close(): Promise<void>
}

interface Options {
  target: string
  /** Returns numbers from 0 to 1, the same for the same seed; which request gets which depends on what runs at once. */
  random: () => number
}

const MAX_DELAY_MS = 60
const OVERTAKING_MS = 40
const LATE_MS = 500

/**
 * A proxy between a device and the service: a network that loses, repeats, delays, damages and falsifies requests and
 * answers, over real connections.
 */
export async function startFaultProxy({ target, random }: Options): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const planned: { path: RegExp; fault: Fault }[] = []
  const met: Partial<Record<Fault, number>> = {}
  const hanging = new Set<Socket>()
  const open = new Map<ServerResponse, { incoming: IncomingMessage; begunAt: Date }>()
  let share = 0
  let faults = FAULTS
  /** Resolves when the next request has passed. */
  let overtaken = Promise.withResolvers<void>()

  function draw(path: string): Fault | undefined {
    const at = planned.findIndex((one) => one.path.test(path))
    if (at >= 0) return planned.splice(at, 1)[0]?.fault
    return random() < share ? faults[Math.floor(random() * faults.length)] : undefined
  }

  /** Returns the service's answer, with its body not read yet. */
  const ask = ({ method, url, headers }: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request({ hostname, port, method, path: url, headers }, resolve)
      asked.on('error', reject)
      asked.end(body)
    })

  /** Passes the answer on as it arrives, so that heartbeats arrive too. */
  function relay(answer: IncomingMessage, outgoing: ServerResponse, most = Number.POSITIVE_INFINITY, end = cut) {
    // A client that has given up in the meantime does not emit 'close' again.
    if (outgoing.destroyed) return void answer.destroy()
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    let left = most
    answer.on('data', (chunk: Buffer) => {
      if (left <= 0) return
      outgoing.write(chunk.subarray(0, left))
      left -= chunk.length
      if (left > 0) return
      answer.destroy()
      end(outgoing)
    })
    answer.on('end', () => (left === Number.POSITIVE_INFINITY ? outgoing.end() : end(outgoing)))
    answer.on('error', () => cut(outgoing))
    outgoing.on('close', () => answer.destroy())
  }

  const cut = (outgoing: ServerResponse) => void outgoing.destroy()
  const reset = (outgoing: ServerResponse) => void outgoing.socket?.resetAndDestroy()
  const hang = ({ socket }: ServerResponse) => {
    if (!socket || socket.destroyed) return
    hanging.add(socket)
    socket.once('close', () => hanging.delete(socket))
  }
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const oneOf = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)] as T
  const lie = (outgoing: ServerResponse, status: number, type: string, body: string, headers = {}) =>
    void outgoing.writeHead(status, { 'content-type': type, ...headers }).end(body)

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const fault = draw(incoming.url ?? '')
    if (fault) met[fault] = (met[fault] ?? 0) + 1
    const body = await buffer(incoming)
    const pass = () => ask(incoming, body)
    switch (fault) {
      case 'drop before':
        return cut(outgoing)
      case 'swallow':
        return hang(outgoing)
      case 'drop after': {
        await (await pass()).resume()
        return cut(outgoing)
      }
      case 'half-open': {
        await (await pass()).resume()
        return hang(outgoing)
      }
      case 'late write':
        cut(outgoing)
        await pause(random() * LATE_MS)
        await (await pass()).resume()
        return
      case 'delay':
        await pause(random() * MAX_DELAY_MS)
        break
      case 'reorder':
        await Promise.race([overtaken.promise, pause(OVERTAKING_MS)])
        break
      case 'duplicate':
        // The second answer is ignored.
        pass().then(
          (second) => second.resume(),
          () => undefined,
        )
        break
      case 'truncate':
        return relay(await pass(), outgoing, 1 + Math.floor(random() * 400))
      case 'reset':
        return relay(await pass(), outgoing, 1 + Math.floor(random() * 400), reset)
      case 'status':
        return lie(outgoing, oneOf(STATUSES), 'text/plain', 'not now')
      case 'gate status':
        return lie(outgoing, oneOf(GATE_STATUSES), 'application/json', '{"error":"busy","reason":"busy"}', {
          'mogra-gate': '1',
        })
      case 'wrong ok':
        return random() < 0.5
          ? lie(outgoing, 200, 'application/json', '{}')
          : lie(outgoing, 201, 'application/json', '[]')
      case 'server error':
        return lie(
          outgoing,
          oneOf([500, 503]),
          'application/json',
          '{"error":"internal_server_error","reason":"a fault"}',
        )
      case 'no quorum': {
        if (body.includes('"new_edits":false')) return lie(outgoing, 202, 'application/json', '[]')
        const answer = await pass()
        if (answer.statusCode === 201) answer.statusCode = 202
        return relay(answer, outgoing)
      }
      case 'late read': {
        const since = /\/_changes\?.*\bsince=([^&]*)/.exec(incoming.url ?? '')?.[1]
        if (since === undefined) break
        const last = JSON.stringify(decodeURIComponent(since))
        return lie(outgoing, 200, 'application/json', `{"results":[],"last_seq":${last},"pending":0}`)
      }
      case 'html':
        return lie(outgoing, 200, 'text/html', '<!doctype html><title>Free Wi-Fi</title>')
    }
    relay(await pass(), outgoing)
    overtaken.resolve()
    overtaken = Promise.withResolvers()
  }

  const server = createServer((incoming, outgoing) => {
    open.set(outgoing, { incoming, begunAt: new Date() })
    outgoing.once('close', () => open.delete(outgoing))
    answer(incoming, outgoing).catch(() => cut(outgoing))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function calm() {
    share = 0
    planned.length = 0
  }
  function heal() {
    calm()
    for (const socket of hanging) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    storm(next, which = FAULTS) {
      share = next
      faults = which
    },
    next: (path, fault) => void planned.push({ path, fault }),
    calm,
    heal,
    open: () =>
      [...open.values()].map(({ incoming: { url = '', headers }, begunAt }) => {
        const [path = '', query = ''] = url.split('?')
        return { path, query, cookie: headers.cookie ?? '', begunAt }
      }),
    met: () => met,
    async close() {
      heal()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
