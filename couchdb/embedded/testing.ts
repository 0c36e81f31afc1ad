import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

export const admin = { name: 'admin', password: 'flowers' }
export const authorization = `Basic ${Buffer.from(`${admin.name}:${admin.password}`).toString('base64')}`

export interface ServerProcess {
  url: string
  process: ChildProcess
  /** Returns the output on standard error. */
  errors(): string
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** Starts the server in a separate process, so that a test can kill it. */
export async function spawnServer(folder: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: { ...process.env, MOGRA_COUCH_FOLDER: folder, MOGRA_COUCH_PASSWORD: admin.password, MOGRA_COUCH_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complained = ''
  child.stderr.on('data', (chunk) => {
    complained += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const [, found] = /Listening on (\S+)/.exec(said) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(complained.trim())))
  })
  return {
    url,
    process: child,
    errors: () => complained,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    },
  }
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of each answer
  body: any
}

export async function request(base: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

/** Sends exactly these bytes; returns the status, or 0 if the server closes the connection. */
export function raw(base: string, text: string | Buffer): Promise<number> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.setTimeout(8000, () => {
      socket.destroy()
      reject(new Error(`no answer to ${JSON.stringify(String(text).slice(0, 200))}`))
    })
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
      if (!status) return
      socket.destroy()
      resolve(Number(status))
    })
    socket.on('error', () => resolve(0))
    socket.on('close', () => resolve(0))
  })
}

/** Sends a request as it is, without the changes that an HTTP client would make. */
export const rawRequest = (base: string, method: string, path: string, body = '', type = 'application/json') =>
  raw(
    base,
    Buffer.concat([
      Buffer.from(
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\n` +
          `${body.length > 0 ? `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : ''}\r\n`,
      ),
      Buffer.from(body),
    ]),
  )
