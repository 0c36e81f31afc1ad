import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { badRequest } from '../http/failure.ts'

const LONGEST_MS = 1000
/** For a function that has once taken too long: it would keep everybody waiting for each document anew. */
const LONGEST_OF_SLOW_MS = 100
const STARTING_MS = 10_000
const NOT_READY = -1
/** Above the longest string there is: a heap that one value overfills ends the process, not the thread. */
const LARGEST_MB = 1024

/** Takes and gives what JSON can hold; throws what the function throws, and when it takes too long. */
export type Sandboxed = (...args: unknown[]) => unknown

export interface Room {
  port: MessagePort
  /** The number of the question answered last; 0: ready for the first. */
  signal: Int32Array
}
export interface Question {
  number: number
  source: string
  ask: string
  /** The arguments as JSON; none: only compile. */
  input?: string
}
export interface Answer {
  number: number
  /** JSON, or "undefined". */
  output?: string
  failure?: 'compilation' | 'thrown'
  text?: string
}

/** A thread that is waited for: what runs on it can neither hold this one up nor end it. */
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
    // Out of memory: no answer comes, which is how we hear of it.
    this.#worker.on('error', () => undefined)
    this.#worker.unref()
    port1.unref()
    Atomics.wait(this.#signal, 0, NOT_READY, STARTING_MS)
  }

  /** Nothing when it took too long; the thread is of no use then. */
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
 * A function of a design document. `ask` is our code beside it, a function that calls `theirs`. `what` is for the
 * failure: which function could not be compiled.
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
