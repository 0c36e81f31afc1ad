import { isObject } from '../http/json.ts'
import { collate } from './collate.ts'
import { BAD_PATH, parseField, valueAt } from './field-path.ts'
import { memberOf, type Selector, selectorsIn } from './selector.ts'

type Compare = (left: unknown, right: unknown) => number
type Test = (value: unknown) => boolean

/** Ids are compared by their bytes, and are greater than any value that is not a text (`mango_json:cmp_raw`). */
const compareIds: Compare = (left, right) =>
  typeof left !== 'string'
    ? collate(left, right)
    : typeof right === 'string'
      ? Buffer.compare(Buffer.from(left), Buffer.from(right))
      : 1

const listOf = (argument: unknown): unknown[] => (Array.isArray(argument) ? argument : [])

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const OPERATORS: Record<string, (argument: unknown, compare: Compare) => Test> = {
  $eq: (argument, compare) => (value) => compare(value, argument) === 0,
  $ne: (argument, compare) => (value) => compare(value, argument) !== 0,
  $lt: (argument, compare) => (value) => compare(value, argument) < 0,
  $lte: (argument, compare) => (value) => compare(value, argument) <= 0,
  $gt: (argument, compare) => (value) => compare(value, argument) > 0,
  $gte: (argument, compare) => (value) => compare(value, argument) >= 0,
  $in: isIn,
  $nin: (argument, compare) => not(isIn(argument, compare)),
  $exists: (argument) => () => argument === true,
  $type: (argument) => (value) => typeOf(value) === argument,
  $size: (argument) => (value) => Array.isArray(value) && value.length === argument,
  $mod: (argument) => {
    const [divisor, remainder] = listOf(argument).map(Number)
    return (value) => Number.isInteger(value) && Number(value) % Number(divisor) === Number(remainder)
  },
  $beginsWith: (argument) => (value) => typeof value === 'string' && value.startsWith(String(argument)),
  $all: (argument) => {
    const wanted = listOf(argument)
    const holds = (values: unknown[], item: unknown) => values.some((value) => collate(value, item) === 0)
    return (value) =>
      Array.isArray(value) &&
      wanted.length > 0 &&
      (wanted.every((item) => holds(value, item)) || (wanted.length === 1 && collate(wanted[0], value) === 0))
  },
  $elemMatch: (argument, compare) => {
    const test = compiled(argument, compare)
    return (value) => Array.isArray(value) && value.some(test)
  },
  $allMatch: (argument, compare) => {
    const test = compiled(argument, compare)
    return (value) => Array.isArray(value) && value.length > 0 && value.every(test)
  },
  $keyMapMatch: (argument, compare) => {
    const test = compiled(argument, compare)
    return (value) => isObject(value) && Object.keys(value).some(test)
  },
  $not: (argument, compare) => not(compiled(argument, compare)),
  $and: (argument, compare) => {
    const tests = selectorsIn(argument).map((selector) => compiled(selector, compare))
    return (value) => tests.every((test) => test(value))
  },
  $or: anyOf,
  $nor: (argument, compare) => not(anyOf(argument, compare)),
}

/** Returns a test for documents, like `mango_selector:match`. The selector must be in normal form. */
export const matcher = (selector: Selector): Test =>
  Object.keys(selector).length === 0 ? () => true : compiled(selector, collate)

function compiled(selector: unknown, compare: Compare): Test {
  const [key, argument] = memberOf(selector)
  if (key === '') return compiled(argument, compare)
  const operator = key.startsWith('$') ? OPERATORS[key] : undefined
  if (operator) return operator(argument, compare)
  const path = parseField(key)
  const isAbsence = isObject(argument) && argument.$exists === false
  const test = compiled(argument, key === '_id' ? compareIds : compare)
  return (doc) => {
    const value = valueAt(doc, path)
    return value === undefined ? isAbsence : value !== BAD_PATH && test(value)
  }
}

const not =
  (test: Test): Test =>
  (value) =>
    !test(value)

/** If the value is a list, `$in` compares its members, not the list itself. */
function isIn(argument: unknown, compare: Compare): Test {
  const isOne: Test = (value) => listOf(argument).some((wanted) => compare(value, wanted) === 0)
  return (value) => (Array.isArray(value) ? value.some(isOne) : isOne(value))
}

/** An empty list of conditions matches every document. */
function anyOf(argument: unknown, compare: Compare): Test {
  const tests = selectorsIn(argument).map((selector) => compiled(selector, compare))
  return (value) => tests.length === 0 || tests.some((test) => test(value))
}
