import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScenarioCalls } from '../../../sync-server/testing/scenario-calls.ts'
import { freePort } from './free-port.ts'

/** The service in a separate process: it can be killed at any moment, and restarts with the same port and data. */
export interface ServiceProcess extends ScenarioCalls {
  url: string
  isAlive(): boolean
  kill(): Promise<void>
  /** Returns the error output if the service has ended by itself since the last call. */
  crash(): string | undefined
  /** Starts the service again if it has ended. */
  revive(): Promise<void>
  close(): Promise<void>
}

const ENTRY = new URL('../../../sync-server/testing/scenario-service.ts', import.meta.url)
const LOAD = new URL('../mutants/load.ts', import.meta.url).href
const COMPLAINTS = 4_000
const STARTS = 3

/** `settings` are additional environment variables. */
export async function startServiceProcess(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'mogra-histories-'))
  const { HISTORY_STARTED, COUCHDB_URL } = { ...process.env, ...settings }
  // The data of a service that has started once: a first start takes as long as a short history.
  if (HISTORY_STARTED && !COUCHDB_URL) await cp(HISTORY_STARTED, folder, { recursive: true })
  const port = await freePort()
  let child: ChildProcess | undefined
  /** A process that has loaded its modules already, for a faster next start. */
  let spare: ChildProcess | undefined
  let asked = 0
  let crash: string | undefined
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()

  const load = () =>
    fork(ENTRY, {
      env: {
        ...process.env,
        ...settings,
        ...{ MOGRA_MODE: 'demo', MOGRA_DATA: folder, PORT: String(port), HISTORY_PART: 'service' },
      },
      execArgv: ['--import', LOAD],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })

  async function start() {
    const made = spare?.connected ? spare : load()
    spare = undefined
    child = made
    // The error output is also needed if the service does not even start.
    let said = ''
    made.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-COMPLAINTS)
    })
    const ready = Promise.withResolvers<void>()
    made.on('message', (message: { ready?: true; id?: number; value?: unknown; error?: string }) => {
      if (message.ready) return ready.resolve()
      const call = waiting.get(message.id ?? 0)
      waiting.delete(message.id ?? 0)
      if (message.error) call?.reject(new Error(message.error))
      else call?.resolve(message.value)
    })
    made.once('exit', (code) => {
      child = undefined
      if (code !== null) crash = said
      ready.reject(new Error(`the service died at its start: ${said}`))
      for (const call of waiting.values()) call.reject(new Error('the service is dead'))
      waiting.clear()
    })
    // If the process is about to end, the `exit` event rejects the start.
    made.send('begin', () => undefined)
    await ready.promise
  }

  /** Tries several times, as an operator would: on a busy machine the database may not respond in time. */
  async function startAgain() {
    for (let left = STARTS; ; left -= 1) {
      try {
        return await start()
      } catch (error) {
        if (left === 1 || !String(error).includes('TooLate')) throw error
        crash = undefined
      }
    }
  }

  const call = async (name: string, ...args: unknown[]): Promise<never> => {
    if (!child) throw new Error('the service is dead')
    asked += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(asked, answer)
    // If the process is about to end, the `exit` event rejects this call.
    child.send({ id: asked, name, args }, () => undefined)
    return answer.promise as Promise<never>
  }
  const kill = async () => {
    const dying = child
    if (!dying) return
    const exit = once(dying, 'exit')
    dying.kill('SIGKILL')
    await exit
  }

  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    isAlive: () => child !== undefined,
    kill,
    crash() {
      const last = crash
      crash = undefined
      return last
    },
    async revive() {
      if (child) return
      await startAgain()
      spare = load()
    },
    create: (email) => call('create', email),
    codeMailed: (email) => call('codeMailed', email),
    codeOf: (account) => call('codeOf', account),
    endSessions: (account) => call('endSessions', account),
    prepare: (account, to) => call('prepare', account, to),
    openDeliveries: (account) => call('openDeliveries', account),
    takeBack: (account) => call('takeBack', account),
    rotate: (account) => call('rotate', account),
    dieAtStep: (n) => call('dieAtStep', n),
    rest: () => call('rest'),
    isDeleted: (account) => call('isDeleted', account),
    dump: (account) => call('dump', account),
    decisions: (intents) => call('decisions', intents),
    tickets: (intents) => call('tickets', intents),
    deliveries: (orders) => call('deliveries', orders),
    money: (account) => call('money', account),
    conversations: (keys) => call('conversations', keys),
    ends: () => call('ends'),
    remains: (of) => call('remains', of),
    async close() {
      await kill()
      spare?.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
