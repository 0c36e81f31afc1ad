import { badRequest } from './failure.ts'

export type JsonObject = Record<string, unknown>

const MAX_DEPTH = 300
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/
const strict = new TextDecoder('utf-8', { fatal: true })

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a client's JSON; refuses values that the store could not return unchanged. */
export function parseJson(text: Uint8Array | string): unknown {
  let value: unknown
  let source: string
  try {
    source = typeof text === 'string' ? text : strict.decode(text)
    value = JSON.parse(source)
  } catch {
    throw badRequest('invalid UTF-8 JSON')
  }
  inspect(value, 0, SURROGATE_ESCAPE.test(source))
  return value
}

function inspect(value: unknown, depth: number, checkText: boolean): void {
  if (typeof value === 'string') {
    if (checkText && !value.isWellFormed()) throw badRequest('invalid UTF-8 JSON')
    return
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw badRequest('invalid UTF-8 JSON: number too large')
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw badRequest(`invalid UTF-8 JSON: more than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, depth + 1, checkText)
    return
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw badRequest('A member named __proto__ is not supported.')
    if (checkText && !key.isWellFormed()) throw badRequest('invalid UTF-8 JSON')
    inspect(item, depth + 1, checkText)
  }
}

export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw badRequest('Request body must be a JSON object')
  return value
}

export function arrayOf(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw badRequest(`\`${name}\` member must be an array.`)
  return value
}
