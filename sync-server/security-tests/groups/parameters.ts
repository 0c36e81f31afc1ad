import { type Attack, type AttackContext, fill, type Group, headersOf, pick, request } from '../harness/attack.ts'
import { perhaps, refused } from '../harness/expect-response.ts'

const KNOWN: Record<string, readonly string[]> = {
  _changes: [
    ...['since', 'limit', 'style', 'feed', 'heartbeat', 'timeout', 'include_docs', 'conflicts', 'descending'],
    'seq_interval',
  ],
  _bulk_get: ['revs', 'latest'],
  _revs_diff: [],
  _bulk_docs: [],
}
/** Each value is valid; in combination, or for another database, they may be meaningless. */
const PLAUSIBLE: Record<string, readonly string[]> = {
  since: ['0', 'now', '1', '7', '999999999', '1-A', '0-g1AAAA', '5-~/+=.', `2-${'A'.repeat(3_900)}`],
  limit: ['1', '2', '1000'],
  style: ['main_only', 'all_docs'],
  feed: ['normal', 'longpoll'],
  heartbeat: ['true', '1', '600000'],
  timeout: ['0', '1', '600000'],
  seq_interval: ['1', '10000'],
}
const FLAG = ['true', 'false']
const UNKNOWN = [
  ...['filter', 'doc_ids', 'view', 'attachments', 'att_encoding_info', 'last-event-id', 'feed[]', 'new_edits', 'batch'],
  ...[
    'Since',
    'LIMIT',
    'w',
    'q',
    'r',
    'partitioned',
    'open_revs',
    'rev',
    'startkey',
    'keys',
    '__proto__',
    'constructor',
  ],
  ...['', '%00', 'since%00', '%', '%zz', 'é', '&', 'toString', 'hasOwnProperty'],
]
const VALUES = [
  ...['0', '1', '-1', '1e3', '0x10', '1.5', '999999999', '9999999999', '99999999999999999999', 'NaN', 'Infinity', ''],
  ...['now', 'true', 'false', 'null', 'normal', 'longpoll', 'continuous', 'eventsource', 'main_only', 'all_docs', '[]'],
  ...[
    '0-abc',
    '5-g1AAAA',
    '1-',
    `1-${'A'.repeat(3_900)}`,
    `1-${'A'.repeat(5_000)}`,
    '-1-x',
    '"0"',
    '["a"]',
    '{}',
    '%00',
  ],
  ...[
    '%0a',
    '%ff',
    '../..',
    '_design/x',
    '_view',
    'a b',
    '+',
    '%2527',
    '%27',
    '%3Cscript%3E',
    'é',
    '/',
    '\\',
    '?',
    ';',
  ],
]
const ATTACKS = 600
const MOST_PARAMETERS = 4

/** Known parameters with strange values, unknown and repeated ones, on the endpoints of both databases. */
export const parameters = (scene: AttackContext): Group => ({
  name: 'parameters',
  atOnce: 8,
  prepare: async () => Array.from({ length: ATTACKS }, () => strange(scene)),
})

function strange(scene: AttackContext): Attack {
  const { random } = scene
  const endpoint = pick(random, Object.keys(KNOWN))
  const known = KNOWN[endpoint] ?? []
  const database = pick(random, ['catalogue', '{own}'])
  const role = database === '{own}' ? 'customer' : pick(random, ['nobody', 'customer', 'admin'] as const)
  const strangeness = pick(random, [0, 0.1, 0.5])
  const given = Array.from({ length: 1 + Math.floor(random() * MOST_PARAMETERS) }, () => {
    const name = known.length > 0 && random() > strangeness ? pick(random, known) : pick(random, UNKNOWN)
    return { name, value: pick(random, random() > strangeness ? (PLAUSIBLE[name] ?? FLAG) : VALUES) }
  })
  const names = given.map(({ name }) => name)
  const isPoll = given.some(({ name, value }) => name === 'feed' && value === 'longpoll')
  const isTooMuch = isPoll && names.some((name) => ['include_docs', 'conflicts', 'descending'].includes(name))
  const isUnderstood = !isTooMuch && names.every((name, i) => known.includes(name) && names.indexOf(name) === i)

  const method = endpoint === '_changes' ? pick(random, ['GET', 'POST']) : 'POST'
  const query = given.map(({ name, value }) => `${name}=${value}`).join('&')
  const target = fill(`/db/${database}/${endpoint}?${query}`, scene, role)
  const body =
    { _changes: '{}', _bulk_get: '{"docs":[]}', _revs_diff: '{}' }[endpoint] ?? '{"docs":[],"new_edits":false}'
  const raw = {
    method,
    target: target.replaceAll(' ', '%20'),
    headers: headersOf(scene, role, method === 'POST'),
    ...(method === 'POST' ? { body } : {}),
  }
  // These characters change the structure of the query; then only the probes tell whether something went wrong.
  const isPlain = given.every(({ name, value }) => !/[&?#=]/.test(name + value))
  const expected = isUnderstood || !isPlain ? { ...perhaps(200), held: isPoll } : refused
  const patience = isPoll ? { ms: 10_000, heldMs: 300 } : undefined
  return request(scene, `${method} ${database}/${endpoint}?${query.slice(0, 200)} as ${role}`, raw, expected, patience)
}
