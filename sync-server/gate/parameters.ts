import * as v from 'valibot'
import { problem } from '../http/problem.ts'

const whole = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/),
    v.check((text) => Number(text) >= min && Number(text) <= max),
  )
const flag = v.picklist(['true', 'false'])
/** CouchDB's sequences are opaque strings, and long ones on large clusters. */
const sequence = v.pipe(v.string(), v.regex(/^(now|\d{1,15}(-[\w.~+/=-]{1,4000})?)$/))

const Changes = v.pipe(
  v.strictObject({
    since: v.optional(sequence),
    limit: v.optional(whole(1, 1000)),
    style: v.optional(v.picklist(['main_only', 'all_docs'])),
    feed: v.optional(v.picklist(['normal', 'longpoll'])),
    heartbeat: v.optional(v.union([v.literal('true'), whole(1, 600_000)])),
    timeout: v.optional(whole(0, 600_000)),
    include_docs: v.optional(flag),
    conflicts: v.optional(flag),
    descending: v.optional(flag),
    seq_interval: v.optional(whole(1, 10_000)),
  }),
  // A long poll's answer is kept in memory until it is read; an answer of `feed=normal` is streamed.
  v.check(
    ({ feed, include_docs, conflicts, descending }) =>
      feed !== 'longpoll' || [include_docs, conflicts, descending].every((flag) => flag === undefined),
    'not for a long poll',
  ),
)
const BulkGet = v.strictObject({ revs: v.optional(flag), latest: v.optional(flag) })
const None = v.strictObject({})

/**
 * The parameters that PouchDB 9 sends when it replicates or reads changes, by endpoint; no others are passed to
 * CouchDB.
 */
export const parameters = { changes: Changes, bulkGet: BulkGet, none: None } as const
type Schema = (typeof parameters)[keyof typeof parameters]

/** Reads the parameters of the request's own URL; throws 400 for unknown, repeated and out-of-range ones. */
export function readParameters<S extends Schema>(schema: S, url: string): v.InferOutput<S> {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const names = [...query.keys()]
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  const result = v.safeParse(schema, Object.fromEntries(query))
  if (result.success && twice === undefined) return result.output
  const name = twice ?? (result.issues ? v.getDotPath(result.issues[0]) : undefined) ?? 'query'
  throw problem(400, 'bad_request', { message: `Parameter not understood: ${name.slice(0, 100)}` })
}
