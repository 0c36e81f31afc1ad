import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

/** The embedded database in a separate process. */
export interface DatabaseProcess {
  /** The URL without credentials. */
  url: string
  admin: { username: string; password: string }
  /** Kills the process and starts it again on the same data. */
  restart(): Promise<void>
  close(): Promise<void>
}

const ENTRY = fileURLToPath(new URL('../../../couchdb/embedded/main.ts', import.meta.url))
const admin = { username: 'admin', password: 'flowers' }

export async function startDatabaseProcess(): Promise<DatabaseProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-histories-'))
  const port = await freePort()
  let child: ChildProcess

  async function start() {
    const settings = {
      MOGRA_COUCH_FOLDER: folder,
      MOGRA_COUCH_PASSWORD: admin.password,
      MOGRA_COUCH_PORT: String(port),
    }
    child = spawn(process.execPath, [ENTRY], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // The process prints its address when it is ready.
    if (child.stdout) await once(child.stdout, 'data')
  }
  async function kill() {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    admin,
    async restart() {
      await kill()
      await start()
    },
    async close() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
