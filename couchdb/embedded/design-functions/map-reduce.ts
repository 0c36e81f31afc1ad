import { badRequest } from '../http/failure.ts'
import type { JsonObject } from '../http/json.ts'
import { indexMapper } from '../mango/indexes.ts'
import { builtInReduce, type Reduce } from './built-in-reduces.ts'
import { sandboxed } from './sandbox.ts'

type Emit = (key: unknown, value: unknown) => void

const ASK_MAP = 'function (doc) { emitted = []; theirs(doc); return emitted }'
const ASK_REDUCE = 'function (keys, values, rereduce) { return theirs(keys, values, rereduce) }'

export const compileMap = (source: string) => sandboxed(source, ASK_MAP, 'map')

/** Compiles a reduce function; pouchdb-abstract-mapreduce calls it too. */
export function compileReduce(source: string): Reduce {
  if (!source.startsWith('_')) return sandboxed(source, ASK_REDUCE, 'reduce')
  const builtIn = builtInReduce(source)
  if (!builtIn) throw badRequest(`\`${source}\` is not a supported reduce function.`, 'invalid_design_doc')
  return builtIn
}

/** pouchdb-abstract-mapreduce calls this for every query, so it compiles the function only to map a document. */
export function mapper(source: string | JsonObject, emit: Emit): (doc: unknown) => void {
  if (typeof source !== 'string') return indexMapper(source, emit)
  let map: ReturnType<typeof compileMap> | undefined
  return (doc) => {
    map ??= compileMap(source)
    for (const [key, value] of map(doc) as [unknown, unknown][]) emit(key, value)
  }
}
