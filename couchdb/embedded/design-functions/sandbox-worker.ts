import { type Context, createContext, Script } from 'node:vm'
import { workerData } from 'node:worker_threads'
import type { Answer, Question, Room } from './sandbox.ts'

/** The worker thread of `sandbox.ts`. It keeps no state that matters, so it may be terminated at any moment. */

// `Error.prepareStackTrace` would get the stack frames of our code, and through them access to everything.
const HELPERS = `
  Object.defineProperty(globalThis, 'Error', { value: Object.freeze(Error), writable: false, configurable: false })
  var isArray = Array.isArray, toJSON = JSON.stringify, log = function () {}
  var sum = function (values) { return values.reduce(function (total, value) { return total + value }, 0) }
  var emitted = [], emit = function (key, value) { emitted.push([key, value]) }`
const MOST_KEPT = 200

const { port, signal } = workerData as Room
const prepared = new Map<string, { context: Context; call: Script }>()

// A rejected promise of the user's function is ignored; without a listener it would end this thread.
process.on('unhandledRejection', () => undefined)

const tell = (number: number) => {
  Atomics.store(signal, 0, number)
  Atomics.notify(signal, 0)
}

port.on('message', (question: Question) => {
  port.postMessage({ number: question.number, ...answerTo(question) } satisfies Answer)
  tell(question.number)
})
tell(0)

function answerTo({ source, ask, input }: Question): Omit<Answer, 'number'> {
  const name = `${ask}\n${source}`
  let mine = prepared.get(name)
  try {
    mine ??= prepare(source, ask)
  } catch {
    return { failure: 'compilation' }
  }
  if (prepared.size >= MOST_KEPT) prepared.clear()
  prepared.set(name, mine)
  if (input === undefined) return {}
  const { context, call } = mine
  context.input = input
  try {
    const output: unknown = call.runInContext(context)
    if (typeof output !== 'string') return { failure: 'thrown', text: '' }
    return output.startsWith('A') ? { output: output.slice(1) } : { failure: 'thrown', text: output.slice(1) }
  } catch {
    return { failure: 'thrown', text: '' }
  }
}

/** Compiles the user's function in a separate context, which only ever gets strings, and our call of it. */
function prepare(source: string, ask: string) {
  const context = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
    // Otherwise a promise of this function would run later, during the time limit of the next one.
    microtaskMode: 'afterEvaluate',
  })
  const definition = `${HELPERS}; var theirs = (${source.replace(/;\s*$/, '')}\n); typeof theirs`
  if (new Script(definition).runInContext(context) !== 'function') throw new Error('no function')
  const call = `(() => {
    try { return 'A' + JSON.stringify((${ask})(...JSON.parse(input))) } catch (thrown) { return 'T' + thrown }
  })()`
  return { context, call: new Script(call) }
}
