import { createContext, Script } from 'node:vm'
import { badRequest } from '../http/failure.ts'

const LONGEST_MS = 1000
const HELPERS = `
  var isArray = Array.isArray, toJSON = JSON.stringify, log = function () {}
  var sum = function (values) { return values.reduce(function (total, value) { return total + value }, 0) }
  var emitted = [], emit = function (key, value) { emitted.push([key, value]) }`

/** Takes and gives what JSON can hold; throws what the function throws, and when it takes too long. */
export type Sandboxed = (...args: unknown[]) => unknown

/**
 * A function of a design document, in a context of its own: it sees texts from outside, and nothing else. `ask` is our
 * code beside it, a function that calls `theirs`. `what` is for the failure: which function could not be compiled.
 */
export function sandboxed(source: string, ask: string, what: string): Sandboxed {
  const context = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
    // Else a promise of theirs would run later, with no limit.
    microtaskMode: 'afterEvaluate',
  })
  try {
    const definition = `${HELPERS}; var theirs = (${source.replace(/;\s*$/, '')}\n)`
    new Script(definition).runInContext(context, { timeout: LONGEST_MS })
  } catch {
    throw badRequest(`Compilation of the ${what} function failed.`, 'compilation_error')
  }
  const run = new Script(`JSON.stringify((${ask})(...JSON.parse(input)))`)
  return (...args) => {
    context.input = JSON.stringify(args)
    const answer: unknown = run.runInContext(context, { timeout: LONGEST_MS })
    return typeof answer === 'string' ? JSON.parse(answer) : null
  }
}
