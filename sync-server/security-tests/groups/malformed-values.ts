import { pick } from '../harness/attack.ts'

const NAMES = [
  'docs',
  'new_edits',
  'id',
  '_id',
  'rev',
  '_rev',
  'email',
  'code',
  'language',
  'doc_ids',
  'selector',
  'x',
  '__proto__',
]
const LEAVES = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  'x',
  '1-a',
  '_design/x',
  '_local/x',
  'account',
  '\u0000',
  '\ud800',
  'é',
]

/** Returns well-formed JSON without meaning, nested at most `depth` levels deep. */
export function malformedValues(random: () => number, depth: number): unknown {
  const kind = depth === 0 ? 0 : random()
  if (kind < 0.3) return pick(random, LEAVES)
  const many = Math.floor(random() * 4)
  if (kind < 0.55) return Array.from({ length: many }, () => malformedValues(random, depth - 1))
  return Object.fromEntries(
    Array.from({ length: many }, () => [pick(random, NAMES), malformedValues(random, depth - 1)]),
  )
}
