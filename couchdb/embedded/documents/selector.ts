import { badRequest, Failure } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'

const LISTS_OF_SELECTORS = new Set(['$and', '$or', '$nor'])
const OPERATORS = new Set([
  ...['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$exists', '$type', '$in', '$nin', '$size', '$mod', '$all'],
  ...['$elemMatch', '$allMatch'],
])
const RANGES = ['$eq', '$gt', '$gte', '$lt', '$lte']
const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object']
const MAX_CONDITIONS = 250
const MAX_VALUES = 5000
const UNSAFE_FIELD = /(^|\.)(__proto__|constructor|prototype)(\.|$)/

const wrong = (reason: string) => badRequest(reason, 'invalid_operator')

/**
 * Checks a Mango selector and brings nested fields into dotted form, and nested `$and` into one: that is all that
 * pouchdb-find knows. Its size is bounded: every document is held against every condition, on the one thread.
 */
export function checkSelector(value: unknown): JsonObject {
  const size = { conditions: 0, values: 0 }
  measure(value, size)
  if (size.conditions > MAX_CONDITIONS || size.values > MAX_VALUES)
    throw wrong(`A selector may hold ${MAX_CONDITIONS} conditions, and its lists ${MAX_VALUES} values`)
  return checked(value)
}

function measure(value: unknown, size: { conditions: number; values: number }): void {
  if (Array.isArray(value)) size.values += value.length
  else if (isObject(value)) size.conditions += Object.keys(value).length
  else return
  for (const inner of Object.values(value)) measure(inner, size)
}

function checked(value: unknown): JsonObject {
  if (!isObject(value)) throw badRequest('`selector` must be a JSON object', 'bad_request')
  const result: JsonObject = {}
  for (const [key, condition] of Object.entries(value)) {
    if (LISTS_OF_SELECTORS.has(key)) {
      if (!Array.isArray(condition)) throw wrong(`Bad argument for operator ${key}: must be an array`)
      const inner = condition.map(checked)
      result[key] = key === '$and' ? inner.flatMap(withoutAnd) : inner
    } else if (key === '$not') result[key] = checked(condition)
    else if (key.startsWith('$')) throw unknownOperator(key)
    else Object.assign(result, checkField(checkFieldName(key), condition))
  }
  return result
}

/** A selector with `$and` within an `$and`, as several selectors. */
function withoutAnd({ $and: inner, ...rest }: JsonObject): JsonObject[] {
  const others = Object.keys(rest).length > 0 || inner === undefined ? [rest] : []
  return Array.isArray(inner) ? [...others, ...inner] : others
}

function checkField(field: string, condition: unknown): JsonObject {
  if (!isObject(condition)) return { [field]: { $eq: condition } }
  const entries = Object.entries(condition)
  const nested = entries.filter(([key]) => !key.startsWith('$'))
  const operators = entries.filter(([key]) => key.startsWith('$'))
  const checked: JsonObject = {}
  for (const [key, inner] of nested) Object.assign(checked, checkField(`${field}.${checkFieldName(key)}`, inner))
  const conditions: JsonObject = Object.fromEntries(
    operators.map(([key, argument]) => [key, checkArgument(key, argument)]),
  )
  // Implied, and too much for pouchdb-find.
  if (conditions.$exists === true && RANGES.some((range) => range in conditions)) delete conditions.$exists
  if (operators.length > 0) checked[field] = conditions
  else if (nested.length === 0) checked[field] = { $eq: {} }
  return checked
}

function checkArgument(operator: string, argument: unknown): unknown {
  if (operator === '$not') return checkField('x', argument).x
  if (!OPERATORS.has(operator)) throw unknownOperator(operator)
  const bad = wrong(`Bad argument for operator ${operator}`)
  if (operator === '$elemMatch' || operator === '$allMatch') {
    if (!isObject(argument)) throw bad
    const isPlain = Object.keys(argument).every((key) => OPERATORS.has(key))
    return isPlain ? checkField('x', argument).x : checked(argument)
  }
  if (['$in', '$nin', '$all'].includes(operator) && !Array.isArray(argument)) throw bad
  if (operator === '$exists' && typeof argument !== 'boolean') throw bad
  if (operator === '$type' && !TYPES.includes(String(argument))) throw bad
  if (operator === '$size' && !Number.isInteger(argument)) throw bad
  if (
    operator === '$mod' &&
    !(Array.isArray(argument) && argument.length === 2 && argument.every(Number.isInteger) && argument[0] !== 0)
  )
    throw bad
  return argument
}

export function checkFieldName(field: string): string {
  if (field === '' || UNSAFE_FIELD.test(field)) throw badRequest(`Field name "${field.slice(0, 100)}" is not supported`)
  return field
}

function unknownOperator(operator: string): Failure {
  // A regular expression can keep one thread busy for ever, and there is only one.
  if (operator === '$regex') return new Failure(501, 'not_implemented', 'The embedded server does not run $regex.')
  return wrong(`Invalid operator: ${operator.slice(0, 100)}`)
}
