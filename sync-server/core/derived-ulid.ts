import { createHash } from 'node:crypto'
import { encodeTime } from 'ulid'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Derives the same ULID for the same input, so that a repeat writes no second document. */
export function derivedUlid(at: string, of: string): string {
  const bytes = [...createHash('sha256').update(of).digest().subarray(0, 16)]
  return encodeTime(Date.parse(at), 10) + bytes.map((byte) => CROCKFORD[byte % 32]).join('')
}
