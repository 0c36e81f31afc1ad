import { badQuery } from '../http/failure.ts'
import type { Parameters } from '../http/parameters.ts'

/** Reads `keys` of a list or a view; throws if a range is given too. */
export function readKeys(parameters: Parameters): unknown[] | undefined {
  if (!parameters.has('keys')) return undefined
  const keys = parameters.json('keys')
  if (!Array.isArray(keys)) throw badQuery('`keys` member must be an array.')
  const hasRange = ['key', 'startkey', 'start_key', 'endkey', 'end_key'].some((name) => parameters.has(name))
  if (hasRange && keys.length > 0) throw badQuery('`keys` is incompatible with `key`, `start_key` and `end_key`')
  return keys
}
