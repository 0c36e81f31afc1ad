import { badRequest, Failure } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import { checkFieldName } from './field-path.ts'

/**
 * A selector in Mango's normal form: each object has one member. This is `$and` or `$or` with a list of selectors, or a
 * field with one condition: an operator and its argument, possibly within a `$not`.
 */
export type Selector = JsonObject

const MAX_CONDITIONS = 250
const MAX_VALUES = 5000

const OPPOSITES: Record<string, string> = {
  ...{ $lt: '$gte', $gte: '$lt', $gt: '$lte', $lte: '$gt', $eq: '$ne', $ne: '$eq', $in: '$nin', $nin: '$in' },
}
const ANY = () => true
/** Checks the argument of each operator. `$mod` by 0 is refused here; CouchDB returns 500. */
const ARGUMENTS: Record<string, (argument: unknown) => boolean> = {
  ...{ $eq: ANY, $ne: ANY, $gt: ANY, $gte: ANY, $lt: ANY, $lte: ANY },
  ...{ $and: Array.isArray, $or: Array.isArray, $nor: Array.isArray, $not: isObject },
  ...{ $in: Array.isArray, $nin: Array.isArray, $all: Array.isArray },
  ...{ $elemMatch: isObject, $allMatch: isObject, $keyMapMatch: isObject },
  $exists: (argument) => typeof argument === 'boolean',
  $type: (argument) => typeof argument === 'string',
  $beginsWith: (argument) => typeof argument === 'string',
  $size: (argument) => Number.isInteger(argument) && Number(argument) >= 0,
  $mod: (argument) =>
    Array.isArray(argument) && argument.length === 2 && argument.every(Number.isInteger) && argument[0] !== 0,
}
const NOT_SUPPORTED = ['$where', '$geoWithin', '$geoIntersects', '$near', '$nearSphere']

/** Returns the only member of a selector or condition in normal form. */
export const memberOf = (selector: unknown): [key: string, argument: unknown] =>
  Object.entries(Object(selector))[0] ?? ['', undefined]

export const selectorsIn = (list: unknown): Selector[] => (Array.isArray(list) ? list : [])

/**
 * Checks a selector and converts it to normal form, as `mango_selector:normalize` does. Its size is limited, because
 * every document is checked against every condition on the only thread.
 */
export function normalizeSelector(value: unknown): Selector {
  if (!isObject(value)) throw badRequest('Selector must be a JSON object', 'invalid_selector_json')
  const size = { conditions: 0, values: 0 }
  measure(value, size)
  if (size.conditions > MAX_CONDITIONS || size.values > MAX_VALUES)
    throw badRequest(`A selector may hold ${MAX_CONDITIONS} conditions, and its lists ${MAX_VALUES} values`)
  if (Object.keys(value).length === 0) return {}
  const selector = withoutNegations(unfolded(value, ''))
  if ('' in selector) throw badRequest('One or more conditions is missing a field name.', 'invalid_selector')
  return selector
}

function measure(value: unknown, size: { conditions: number; values: number }): void {
  if (Array.isArray(value)) size.values += value.length
  else if (isObject(value)) size.conditions += Object.keys(value).length
  else return
  for (const inner of Object.values(value)) measure(inner, size)
}

/** Gives each object one member and each field its whole path as its name; '' is the value that `$elemMatch` checks. */
function unfolded(condition: unknown, path: string): Selector {
  const entries = isObject(condition) ? Object.entries(condition) : []
  const [[key, argument] = []] = entries
  if (key === undefined) return { [path]: { $eq: condition } }
  if (entries.length > 1) return { $and: entries.map(([one, value]) => unfolded({ [one]: value }, path)) }
  if (!key.startsWith('$'))
    return unfolded(argument, path === '' ? checkFieldName(key) : `${path}.${checkFieldName(key)}`)
  checkOperator(key, argument)
  if (key === '$not') return { $not: unfolded(argument, path) }
  if (['$and', '$or', '$nor'].includes(key))
    return { [key]: selectorsIn(argument).map((inner) => unfolded(inner, path)) }
  return { [path]: { [key]: key.endsWith('Match') ? unfolded(argument, '') : argument } }
}

function checkOperator(operator: string, argument: unknown): void {
  // A regular expression could block the only thread without end.
  if (operator === '$regex' || operator === '$text')
    throw new Failure(501, 'not_implemented', `The embedded server does not run ${operator}.`)
  if (NOT_SUPPORTED.includes(operator)) throw badRequest(`Unsupported operator: ${operator}`, 'not_supported')
  const takes = Object.hasOwn(ARGUMENTS, operator) ? ARGUMENTS[operator] : undefined
  if (!takes) throw badRequest(`Invalid operator: ${operator.slice(0, 100)}`, 'invalid_operator')
  if (!takes(argument)) throw badRequest(`Bad argument for operator ${operator}`, 'bad_arg')
}

/** Moves negations down to the conditions and replaces most by the opposite operator: only those can use an index. */
function withoutNegations(selector: Selector): Selector {
  const [key, argument] = memberOf(selector)
  if (key === '$not') return negated(selectorOf(argument))
  if (key === '$nor') return { $and: selectorsIn(argument).map(negated) }
  if (key === '$and' || key === '$or') return { [key]: selectorsIn(argument).map(withoutNegations) }
  return selector
}

function negated(selector: Selector): Selector {
  const [key, argument] = memberOf(selector)
  if (!key.startsWith('$')) return { [key]: negated(selectorOf(argument)) }
  if (key === '$not') return withoutNegations(selectorOf(argument))
  if (key === '$nor') return { $or: selectorsIn(argument).map(withoutNegations) }
  if (key === '$and') return { $or: selectorsIn(argument).map(negated) }
  if (key === '$or') return { $and: selectorsIn(argument).map(negated) }
  if (key === '$exists') return { $exists: argument === false }
  const opposite = OPPOSITES[key]
  return opposite === undefined ? { $not: selector } : { [opposite]: argument }
}

const selectorOf = (argument: unknown): Selector => (isObject(argument) ? argument : {})
