import { badRequest } from '../http/failure.ts'

/** A sequence is opaque to clients: it consists of a number and the id of the database. */
export const formatSequence = (number: number, owner: string) => `${number}-${owner}`

/** A sequence of a deleted database with the same name returns 0, the start; one from a real CouchDB is malformed. */
export function parseSequence(text: string | undefined, owner: string, now: number): number {
  if (text === undefined || text === '' || text === '0') return 0
  if (text === 'now') return now
  const [, digits, mark] = /^"?(\d{1,15})-([0-9a-f]{16})"?$/.exec(text) ?? []
  if (digits === undefined) throw badRequest("Malformed sequence supplied in 'since' parameter.")
  return mark === owner ? Number(digits) : 0
}
