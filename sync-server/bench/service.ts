import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Commands } from './service-process.ts'

export interface BenchedService {
  url: string
  ask<C extends keyof Commands>(command: C, ...args: Parameters<Commands[C]>): ReturnType<Commands[C]>
  stop(): Promise<void>
}

/** Starts the service on this folder and database in a process of its own. */
export async function startBenchedService(folder: string, couchdbUrl: string): Promise<BenchedService> {
  const child = fork(join(import.meta.dirname, 'service-process.ts'), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, COUCHDB_URL: couchdbUrl },
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  child.on('message', ({ id, answer, error }: { id: number; answer: unknown; error?: string }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.resolve(answer)
    else one?.reject(new Error(error))
  })
  const gone = once(child, 'exit').then(() => {
    for (const one of waiting.values()) one.reject(new Error('the service ended by itself'))
  })

  function ask<C extends keyof Commands>(command: C, ...args: Parameters<Commands[C]>): ReturnType<Commands[C]> {
    const one = Promise.withResolvers<unknown>()
    asked += 1
    waiting.set(asked, one)
    child.send({ id: asked, command, args })
    return one.promise as ReturnType<Commands[C]>
  }

  return {
    url: await ask('start', folder),
    ask,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      await ask('stop')
      child.disconnect()
      await gone
    },
  }
}
