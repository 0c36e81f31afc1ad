import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface SlowReader {
  socket: Socket
  status: number
  /** Reads to the end and returns the number of bytes. */
  readAll(): Promise<number>
}

/** Sends a request and reads only the beginning of the answer. */
export async function readSlowly(url: string, path: string, cookie: string): Promise<SlowReader> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const over = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: ${cookie}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return {
    socket,
    status: Number(head.toString('latin1', 9, 12)),
    async readAll() {
      socket.resume()
      await over
      return socket.bytesRead
    },
  }
}

export const LARGE_BYTES = 8 * 1024 * 1024

/** Documents of `LARGE_BYTES` in total: more than the buffers between the service and a client that does not read. */
export const largeDocuments = () =>
  Array.from({ length: 8 }, (_, n) => ({ _id: `filler:${n}`, text: randomBytes(512 * 1024).toString('hex') }))
