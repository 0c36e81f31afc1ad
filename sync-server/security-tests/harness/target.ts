import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Role } from '#model'
import type { Commands, WantedDelivery, WantedRequest } from './target-process.ts'

/** The service under attack. */
export interface Target {
  url: string
  /** With credentials, for the probes and never for an attacker. */
  couchdbUrl: string
  /** Creates an account of this role with a session, past the service's API; a supplier serves these cities. */
  person(role: Role, email: string, citiesServed?: string[]): Promise<Person>
  /** Starts another session of the account and returns its cookie. */
  session(accountId: string): Promise<string>
  /** Makes an order of today, told to everybody whom it concerns; returns its ULID. */
  delivery(state: 'open' | 'awarded' | 'delivered', wanted: WantedDelivery): Promise<string>
  /** Makes a bulk request, told to everybody whom it concerns; returns its ULID. */
  bulkRequest(wanted: WantedRequest): Promise<string>
  /** Resolves when all intents are decided and their mails are sent. */
  rest(): Promise<void>
  /** Returns the memory in use after a garbage collection. */
  memoryMegabytes(): Promise<number>
  /** Returns what the process has printed since the last call, which is nothing if all is well. */
  complaints(): string
  stop(): Promise<void>
}

export interface Person {
  id: string
  email: string
  role: Role
  mailbox: string
  /** The value of a `cookie` header. */
  cookie: string
}

/**
 * Starts the service in a process of its own, so that its memory can be measured and a blocked event loop does not
 * block the attack.
 */
export async function startTarget(): Promise<Target> {
  const child = fork(join(import.meta.dirname, 'target-process.ts'), { execArgv: ['--expose-gc'], silent: true })
  let printed = ''
  const note = (chunk: Buffer) => {
    printed += chunk.toString()
  }
  child.stdout?.on('data', note)
  child.stderr?.on('data', note)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  child.on('message', ({ id, answer, error }: { id: number; answer: unknown; error?: string }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.resolve(answer)
    else one?.reject(new Error(error))
  })
  const gone = once(child, 'exit')
  gone.then(([code, signal]) => {
    printed += `\nthe service ended by itself (${code ?? signal})`
    for (const one of waiting.values()) one.reject(new Error(printed))
  })

  function ask<C extends keyof Commands>(command: C, ...args: Parameters<Commands[C]>) {
    const one = Promise.withResolvers<unknown>()
    asked += 1
    waiting.set(asked, one)
    if (child.connected) child.send({ id: asked, command, args })
    else one.reject(new Error(`the service is gone: ${printed}`))
    return one.promise as ReturnType<Commands[C]>
  }

  return {
    ...(await ask('start')),
    person: (role, email, citiesServed) => ask('person', role, email, citiesServed),
    session: (accountId) => ask('session', accountId),
    delivery: (state, wanted) => ask('delivery', state, wanted),
    bulkRequest: (wanted) => ask('bulkRequest', wanted),
    rest: () => ask('rest'),
    memoryMegabytes: () => ask('memoryMegabytes'),
    complaints() {
      const said = printed.trim()
      printed = ''
      return said
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      await ask('stop')
      child.disconnect()
      await gone
    },
  }
}
