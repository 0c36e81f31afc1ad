import * as v from 'valibot'
import { revision } from '#model'
import { problem } from '../http/problem.ts'

export const BODY_BYTES = 1024 * 1024
const PUSHED_AT_ONCE = 500
const READ_AT_ONCE = 1000
const REVISIONS_OF_ONE = 1000
/** Nesting depth of a document's members; the model needs five. */
const DEPTH = 12

const tooMany = 'too_many'
/** The catalogue's design documents are replicated with it; other devices' checkpoints (`_local/`) never are. */
const readableId = v.pipe(v.string(), v.minLength(1), v.maxLength(300), v.regex(/^([^_]|_design\/)/))

export const BulkGetBody = v.strictObject({
  docs: v.pipe(
    v.array(
      v.strictObject({
        id: readableId,
        rev: v.optional(revision),
        atts_since: v.optional(v.pipe(v.array(revision), v.maxLength(REVISIONS_OF_ONE))),
      }),
    ),
    v.maxLength(READ_AT_ONCE, tooMany),
    // Asking for one document a thousand times would turn a small request into a large answer.
    v.check((docs) => new Set(docs.map(({ id, rev }) => `${id} ${rev}`)).size === docs.length, 'asked twice'),
  ),
})

export const RevsDiffBody = v.pipe(
  v.record(readableId, v.pipe(v.array(revision), v.maxLength(REVISIONS_OF_ONE))),
  v.check((ids) => Object.keys(ids).length <= PUSHED_AT_ONCE, tooMany),
)

export const PushBody = v.strictObject({
  docs: v.pipe(v.array(v.unknown()), v.maxLength(PUSHED_AT_ONCE, tooMany)),
  new_edits: v.literal(false),
})

/** Filters would each have to be checked; PouchDB's pull sends none. */
export const ChangesBody = v.strictObject({})

/** Throws 413 for too many documents, so that the device halves its batch, and 400 for everything else. */
export function readBody<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  // Valibot accepts an array as an object without members.
  if (Array.isArray(body)) throw problem(400, 'bad_request', { message: 'Body not understood: an array' })
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const [issue] = result.issues
  if (issue.message === tooMany) throw problem(413, 'too_large')
  throw problem(400, 'bad_request', {
    message: `Body not understood: ${v.getDotPath(issue) ?? issue.message}`.slice(0, 200),
  })
}

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw problem(400, 'bad_json')
  }
}

/**
 * True for JSON that every store returns unchanged: not too deep, no malformed text, no member name that a parser
 * treats specially.
 */
export function isPlain(value: unknown, depth = DEPTH): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth - 1))
  return Object.entries(value).every(
    ([key, item]) =>
      key.isWellFormed() &&
      key !== '__proto__' &&
      key !== 'constructor' &&
      key !== 'prototype' &&
      isPlain(item, depth - 1),
  )
}
