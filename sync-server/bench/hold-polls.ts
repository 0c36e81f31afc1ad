import { connect, type Socket } from 'node:net'

export interface Poller {
  mailbox: string
  cookie: string
}

const AT_ONCE = 64

/**
 * Holds one poll for each poller, with a browser's headers and on bare sockets, so that thousands need little memory
 * here. Returns the function that ends them.
 */
export async function holdPolls(url: string, pollers: Poller[]): Promise<() => void> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  const open = [...pollers]

  const hold = ({ mailbox, cookie }: Poller) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      sockets.push(socket)
      socket.on('error', reject)
      let said = ''
      socket.on('data', function head(chunk: Buffer) {
        said += chunk.toString('latin1')
        if (!said.includes('\r\n\r\n')) return
        socket.off('data', head).resume()
        if (said.startsWith('HTTP/1.1 200') && !said.includes('content-length')) resolve()
        else reject(new Error(`not held: ${said.slice(0, 300)}`))
      })
      socket.write(
        `GET /db/${mailbox}/_changes?style=all_docs&feed=longpoll&heartbeat=10000&since=now&limit=500 HTTP/1.1\r\n` +
          `Host: ${hostname}:${port}\r\nConnection: keep-alive\r\nAccept: application/json\r\n` +
          'User-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36\r\n' +
          'Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-IN,en;q=0.9,hi;q=0.8\r\nSec-Fetch-Site: same-origin\r\n' +
          `Sec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\nCookie: ${cookie}\r\n\r\n`,
      )
    })

  const worker = async () => {
    for (let one = open.pop(); one; one = open.pop()) await hold(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
