import { badRequest } from '../http/failure.ts'

/** Sequences are opaque to clients: a number and the database that it counts in. */
export const formatSequence = (number: number, owner: string) => `${number}-${owner}`

/** A sequence of another database (of the same name, deleted since) means: from the start; one of CouchDB is malformed. */
export function parseSequence(text: string | undefined, owner: string, now: number): number {
  if (text === undefined || text === '' || text === '0') return 0
  if (text === 'now') return now
  const [, digits, mark] = /^"?(\d{1,15})-([0-9a-f]{16})"?$/.exec(text) ?? []
  if (digits === undefined) throw badRequest("Malformed sequence supplied in 'since' parameter.")
  return mark === owner ? Number(digits) : 0
}
