import { isObject, type JsonObject } from '../http/json.ts'

export type Reduce = (keys: unknown[], values: unknown[], rereduce: boolean) => unknown

class Unfit extends Error {}

const REDUCES: Record<string, Reduce> = {
  _count: (_keys, values) => values.length,
  _sum: (_keys, values) => values.reduce(add, 0),
  _stats: (_keys, values) => values.map(statsOf).reduce(together),
  // CouchDB estimates this number; the embedded server counts exactly.
  _approx_count_distinct: (keys) => new Set(keys.map((key) => JSON.stringify(Array.isArray(key) ? key[0] : key))).size,
}

/** Like CouchDB, matches the beginning of the name. If values do not fit the function, the row's value is an error. */
export function builtInReduce(source: string): Reduce | undefined {
  const name = Object.keys(REDUCES).find((known) => source.startsWith(known))
  const reduce = name && REDUCES[name]
  if (!reduce) return undefined
  return (...args) => {
    try {
      return reduce(...args)
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      return { error: 'builtin_reduce_error', reason: `The ${name} function was given values of another kind.` }
    }
  }
}

function add(total: unknown, value: unknown): unknown {
  if (typeof total === 'number' && typeof value === 'number') return total + value
  if (isObject(value) && (total === 0 || isObject(total))) return addMembers(isObject(total) ? total : {}, value)
  if (isNumeric(total) && isNumeric(value)) return addItems([total].flat(), [value].flat())
  throw new Unfit()
}

const isNumeric = (value: unknown): value is number | number[] =>
  typeof value === 'number' || (Array.isArray(value) && value.every((item) => typeof item === 'number'))

const addItems = (a: number[], b: number[]) =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, index) => (a[index] ?? 0) + (b[index] ?? 0))

const addMembers = (a: JsonObject, b: JsonObject) => ({
  ...a,
  ...Object.fromEntries(Object.entries(b).map(([name, value]) => [name, add(a[name] ?? 0, value)])),
})

interface Stats {
  sum: number
  count: number
  min: number
  max: number
  sumsqr: number
}

const STATS = ['sum', 'count', 'min', 'max', 'sumsqr']

function statsOf(value: unknown): Stats | Stats[] {
  if (typeof value === 'number') return { sum: value, count: 1, min: value, max: value, sumsqr: value * value }
  if (Array.isArray(value)) return value.map((item) => statsOf(item) as Stats)
  if (isObject(value) && STATS.every((name) => typeof value[name] === 'number')) return value as unknown as Stats
  throw new Unfit()
}

function together(a: Stats | Stats[], b: Stats | Stats[]): Stats | Stats[] {
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return a.map((item, index) => together(item, b[index] ?? item) as Stats)
  if (Array.isArray(a) || Array.isArray(b)) throw new Unfit()
  return {
    sum: a.sum + b.sum,
    count: a.count + b.count,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    sumsqr: a.sumsqr + b.sumsqr,
  }
}
