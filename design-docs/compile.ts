import { join } from 'node:path'
import { build } from 'rolldown'

/** What CouchDB calls a function with, and what its module's export is called with. */
const KINDS = {
  map: { given: 'doc', passed: 'doc, emit' },
  validate: { given: 'doc, before, user', passed: 'doc, before, user' },
}

/**
 * The text for CouchDB of a module that exports a `map` or a `validate`. One `function` expression, in the JavaScript
 * of 2017: CouchDB takes in texts by a parser of that age, whichever engine runs them. A remark alone changes nothing.
 */
export async function compile(file: string, kind: keyof typeof KINDS): Promise<string> {
  const { output } = await build({
    input: join(import.meta.dirname, file),
    write: false,
    transform: { target: 'es2017' },
    output: { format: 'iife', name: 'compiled', exports: 'named', comments: false, generatedCode: { symbols: false } },
    experimental: { attachDebugInfo: 'none' },
    onLog: (_level, { message }) => {
      throw new Error(`${file}: ${message}`)
    },
  })
  const [{ code, exports }] = output
  if (!exports.includes(kind)) throw new Error(`${file} exports no ${kind}.`)
  const { given, passed } = KINDS[kind]
  return `function (${given}) {\n${code}compiled.${kind}(${passed})\n}`
}
