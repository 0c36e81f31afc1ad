import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { badRequest } from '../http/failure.ts'

const LONGEST_MS = 1000
/** The limit for a function that took too long once: with the full limit, each document would delay all requests. */
const LONGEST_OF_SLOW_MS = 100
const STARTING_MS = 10_000
const NOT_READY = -1
/** More than the longest possible string: a single value above the limit would end the process, not the thread. */
const LARGEST_MB = 1024

/** Takes and returns JSON values; throws what the function throws, and an error if the function takes too long. */
export type Sandboxed = (...args: unknown[]) => unknown

export interface Room {
  port: MessagePort
  /** The number of the last answered question; 0 means ready for the first one. */
  signal: Int32Array
}
export interface Question {
  number: number
  source: string
  ask: string
  /** The arguments as JSON; if absent, the function is only compiled. */
  input?: string
}
export interface Answer {
  number: number
  /** JSON, or "undefined". */
  output?: string
  failure?: 'compilation' | 'thrown'
  text?: string
}

/** A worker thread that answers synchronously: code on it can neither block this thread for long nor end it. */
class Thread {
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #signal = new Int32Array(new SharedArrayBuffer(4)).fill(NOT_READY)
  #asked = 0

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#worker = new Worker(new URL('./sandbox-worker.ts', import.meta.url), {
      workerData: { port: port2, signal: this.#signal } satisfies Room,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: LARGEST_MB },
      env: {},
    })
    // If the thread runs out of memory, it never answers, and `ask` returns undefined.
    this.#worker.on('error', () => undefined)
    this.#worker.unref()
    port1.unref()
    Atomics.wait(this.#signal, 0, NOT_READY, STARTING_MS)
  }

  /** Returns undefined if no answer came in time; the thread cannot be used any more then. */
  ask(question: Omit<Question, 'number'>, limitMs: number): Answer | undefined {
    const before = this.#asked
    this.#asked += 1
    this.#port.postMessage({ number: this.#asked, ...question } satisfies Question)
    Atomics.wait(this.#signal, 0, before, limitMs)
    return receiveMessageOnPort(this.#port)?.message as Answer | undefined
  }

  end(): void {
    this.#port.close()
    void this.#worker.terminate()
  }
}

let thread: Thread | undefined
const slow = new Set<string>()

/**
 * Compiles a function of a design document. `ask` is our code, a function that calls the user's function as `theirs`.
 * `what` names the function in error messages.
 */
export function sandboxed(source: string, ask: string, what: string): Sandboxed {
  const compiled = answerOf({ source, ask })
  if (!compiled || compiled.failure)
    throw badRequest(`Compilation of the ${what} function failed.`, 'compilation_error')
  return (...args) => {
    const answer = answerOf({ source, ask, input: JSON.stringify(args) })
    if (!answer) throw new Error(`The ${what} function took too long.`)
    if (answer.failure) throw new Error(answer.text)
    return answer.output === 'undefined' ? null : JSON.parse(answer.output ?? 'null')
  }
}

function answerOf(question: Omit<Question, 'number'>): Answer | undefined {
  thread ??= new Thread()
  const answer = thread.ask(question, slow.has(question.source) ? LONGEST_OF_SLOW_MS : LONGEST_MS)
  if (!answer) {
    slow.add(question.source)
    thread.end()
    thread = undefined
  }
  return answer
}
