import { badRequest } from '../http/failure.ts'
import { isObject } from '../http/json.ts'
import { collate } from './collate.ts'
import { columnsOf, type Index } from './indexes.ts'
import { memberOf, type Selector, selectorsIn } from './selector.ts'

export interface PlanRequest {
  selector: Selector
  /** The fields with `asc` or `desc`, which is the same for all of them. */
  sort: [field: string, direction: string][]
  /** The design document, optionally followed by the name of one of its indexes. */
  useIndex: readonly string[]
  allowFallback: boolean
}

/** The range of keys to read, both ends included; undefined means no bound. */
interface Range {
  low?: unknown
  high?: unknown
}

export interface Plan {
  index: Index
  /** Undefined if no key can match. */
  range: Range | undefined
  descending: boolean
  warning: string | undefined
}

/** The last member of a key that ends the range of all keys with the same beginning: it sorts after other values. */
const HIGHEST_KEY = { '\uffff': {} }

/** The key range of a condition; other operators have no range and are only checked on the documents. */
const BOUNDS: Record<string, (argument: unknown) => Range> = {
  $eq: (argument) => ({ low: argument, high: argument }),
  $gt: (argument) => ({ low: argument }),
  $gte: (argument) => ({ low: argument }),
  $lt: (argument) => ({ high: argument }),
  $lte: (argument) => ({ high: argument }),
  $beginsWith: (argument) => ({ low: argument, high: `${argument}\uffff` }),
  $exists: () => ({}),
}

/**
 * Chooses the index as CouchDB does (`mango_cursor`, `mango_idx_view`): it must contain every document that can match,
 * and have the requested order. Returns undefined if there is no such index.
 */
export function planOf(indexes: Index[], { selector, sort, useIndex, allowFallback }: PlanRequest): Plan | undefined {
  const isMeant = ({ ddoc, name }: Index) =>
    ddoc === `_design/${nameOf(useIndex[0])}` && (useIndex[1] === undefined || useIndex[1] === name)
  const sortFields = sort.map(([field]) => field)
  const ranges = rangesOf(selector)
  const usable = indexes
    .filter((index) => !index.partialFilter || isMeant(index))
    .filter((index) => serves(index, selector, sortFields, ranges))
  if (usable.length === 0) return undefined
  const meant = useIndex.length > 0 ? usable.filter(isMeant) : []
  if (meant.length === 0 && !allowFallback && (useIndex.length > 0 || usable.length < 2)) throw notSuitable(useIndex)
  const index = bestOf(meant.length > 0 ? meant : usable, ranges)
  const warnings = [
    ...(useIndex.length > 0 && meant.length === 0 ? [notUsed(useIndex)] : []),
    ...(index.ddoc === null ? ['No matching index found, create an index to optimize query time.'] : []),
  ]
  return {
    index,
    range: isImpossible(selector, ranges) ? undefined : keysOf(index, ranges),
    descending: sort[0]?.[1] === 'desc',
    warning: warnings.length > 0 ? warnings.join('\n') : undefined,
  }
}

const nameOf = (ddoc: string | undefined) => (ddoc ?? '').replace(/^_design\//, '')

function notUsed([ddoc, name]: readonly string[]): string {
  if (name !== undefined)
    return `_design/${nameOf(ddoc)}, ${name} was not used because it is not a valid index for this query.`
  return `_design/${nameOf(ddoc)} was not used because it does not contain a valid index for this query.`
}

function notSuitable([ddoc, ...name]: readonly string[]) {
  if (ddoc === undefined)
    return badRequest('You must specify an index with the `use_index` parameter.', 'invalid_index')
  const named = [`_design/${nameOf(ddoc)}`, ...name].join(', ')
  return badRequest(`${named} specified by \`use_index\` could not be found or it is not suitable.`, 'invalid_index')
}

/** Returns the key range of each field that has one; of the nested conditions only `$and` is considered. */
function rangesOf(selector: Selector, ranges = new Map<string, Range>()): Map<string, Range> {
  const [key, argument] = memberOf(selector)
  if (key === '$and') for (const inner of selectorsIn(argument)) rangesOf(inner, ranges)
  if (key.startsWith('$')) return ranges
  const [operator, value] = memberOf(argument)
  const bounds = BOUNDS[operator]?.(value)
  if (bounds) ranges.set(key, narrowed(ranges.get(key) ?? {}, bounds))
  return ranges
}

function narrowed(range: Range, { low, high }: Range): Range {
  const result = { ...range }
  if (low !== undefined && (range.low === undefined || collate(low, range.low) > 0)) result.low = low
  if (high !== undefined && (range.high === undefined || collate(high, range.high) < 0)) result.high = high
  return result
}

/** `{$or: []}` alone matches nothing, as in CouchDB; beside other conditions an empty list has no effect. */
function isImpossible(selector: Selector, ranges: Map<string, Range>): boolean {
  const [key, argument] = memberOf(selector)
  if (key.startsWith('$') && Array.isArray(argument) && argument.length === 0) return true
  return [...ranges.values()].some(({ low, high }) => low !== undefined && high !== undefined && collate(low, high) > 0)
}

function serves(index: Index, selector: Selector, sort: string[], ranges: Map<string, Range>): boolean {
  const columns = columnsOf(index)
  if (index.ddoc === null) return sort.length === 0 || (ranges.has('_id') && isPrefix(sort, columns))
  const implied = [...sort, '_id', '_rev']
  return (
    columns.every((column) => implied.includes(column) || requires(selector, column)) && sorts(columns, sort, selector)
  )
}

const isPrefix = (fields: string[], columns: string[]) => fields.every((field, place) => columns[place] === field)

/** Whether every matching document has the field. */
function requires(selector: Selector, field: string): boolean {
  const [key, argument] = memberOf(selector)
  if (key === '$and') return selectorsIn(argument).some((inner) => requires(inner, field))
  if (key === '$or') return selectorsIn(argument).every((inner) => requires(inner, field))
  return key === field && !(isObject(argument) && argument.$exists === false)
}

/** Whether the index has this order: columns before the sort fields must be fixed to one value. */
function sorts(columns: string[], sort: string[], selector: Selector): boolean {
  const start =
    sort.length === 0 ? 0 : columns.findIndex((column) => column === sort[0] || !isConstant(selector, column))
  return start >= 0 && isPrefix(sort, columns.slice(start))
}

function isConstant(selector: Selector, field: string): boolean {
  const [key, argument] = memberOf(selector)
  if (key === '$and') return selectorsIn(argument).some((inner) => isConstant(inner, field))
  return key === field && isObject(argument) && '$eq' in argument
}

/** Prefers the index with the longest prefix in the selector, then the shortest, then by name; `_all_docs` is last. */
function bestOf(indexes: Index[], ranges: Map<string, Range>): Index {
  const rank = (index: Index) => {
    const columns = columnsOf(index)
    return [index.ddoc === null, -prefixOf(columns, ranges).length, columns.length, index.ddoc, index.name]
  }
  return indexes.reduce((best, index) => (collate(rank(index), rank(best)) < 0 ? index : best))
}

function prefixOf(columns: string[], ranges: Map<string, Range>): Range[] {
  const found = columns.map((column) => ranges.get(column))
  const end = found.indexOf(undefined)
  return found.slice(0, end < 0 ? undefined : end).filter((range) => range !== undefined)
}

function keysOf(index: Index, ranges: Map<string, Range>): Range | undefined {
  const columns = columnsOf(index)
  const prefix = prefixOf(columns, ranges)
  const [first = {}] = prefix
  if (index.ddoc === null) return idsOf(first)
  if (columns.length === 1) return first
  const lows = untilMissing(prefix.map(({ low }) => low))
  const highs = untilMissing(prefix.map(({ high }) => high))
  return {
    ...(lows.length > 0 && { low: lows }),
    ...(highs.length > 0 && { high: [...highs, HIGHEST_KEY] }),
  }
}

function untilMissing(values: unknown[]): unknown[] {
  const end = values.indexOf(undefined)
  return end < 0 ? values : values.slice(0, end)
}

/** Converts a range of values to a range of ids: ids are texts, and greater than any value that is not a text. */
function idsOf({ low, high }: Range): Range | undefined {
  if (high !== undefined && typeof high !== 'string') return undefined
  return { ...(typeof low === 'string' && { low }), ...(high !== undefined && { high }) }
}
