import { badRequest } from '../http/failure.ts'
import { isObject, type JsonObject } from '../http/json.ts'

const UNSAFE_FIELD = /(^|\.)(__proto__|constructor|prototype)(\.|$)/

/** The result for a path that leads through a value without members; CouchDB calls it `bad_path`. */
export const BAD_PATH = Symbol('bad path')

export function checkFieldName(field: string): string {
  if (UNSAFE_FIELD.test(field)) throw badRequest(`Field name "${field.slice(0, 100)}" is not supported`)
  if (parseField(field).includes(''))
    throw badRequest(`Invalid field name: ${field.slice(0, 100)}`, 'invalid_field_name')
  return field
}

/** `a.b` is the field b within a; `a\.b` is a field with a dot in its name. */
export const parseField = (field: string): string[] => field.split(/(?<!\\)\./).map((part) => part.replaceAll('\\', ''))

/** Returns the value of a field, or undefined if there is no such field; a number is the position in a list. */
export function valueAt(doc: unknown, path: string[]): unknown {
  let value = doc
  for (const part of path) {
    if (Array.isArray(value)) {
      const place = /^[+-]?\d+$/.test(part) ? Number(part) : -1
      if (place < 0 || place >= value.length) return BAD_PATH
      value = value[place]
    } else if (isObject(value)) {
      if (!Object.hasOwn(value, part)) return undefined
      value = value[part]
    } else return BAD_PATH
  }
  return value
}

export const hasField = (value: unknown): boolean => value !== undefined && value !== BAD_PATH

export function project(doc: JsonObject, fields: string[]): JsonObject {
  const picked: JsonObject = {}
  for (const path of fields.map(parseField)) {
    const value = valueAt(doc, path)
    const last = path.at(-1)
    if (!hasField(value) || last === undefined) continue
    let target = picked
    for (const part of path.slice(0, -1)) {
      const next = isObject(target[part]) ? target[part] : {}
      target[part] = next
      target = next
    }
    target[last] = value
  }
  return picked
}
