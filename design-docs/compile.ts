import { join } from 'node:path'
import { build } from 'rolldown'

/** The parameters with which CouchDB calls a function, and those that are passed to the module's export. */
const KINDS = {
  map: { given: 'doc', passed: 'doc, emit' },
  validate: { given: 'doc, before, user', passed: 'doc, before, user' },
}

/**
 * Compiles a module that exports `map` or `validate` to the text for CouchDB: one `function` expression in the language
 * of 2017, because CouchDB's parser for these texts is of that age with every engine. Comments do not change the text.
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
