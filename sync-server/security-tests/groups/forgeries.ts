import type { IntentKind } from '#model'
import { askedIntentOf, asPushed, intentOf, newUlid, orderOf } from '../../testing/device.ts'
import { pick } from '../harness/attack.ts'
import { malformedValues } from './malformed-values.ts'

/** A push that no honest device would send. */
export interface Forgery {
  name: string
  body: string
  /**
   * `denied` means that each document is refused, `refused` that the whole push is, and `taken` that it is stored
   * because it harms only its writer.
   */
  expected: 'denied' | 'refused' | 'taken'
  /** The ids that a stored push may write in the attacker's own mailbox. */
  writes: string[]
}

const push = (docs: unknown[]) => JSON.stringify({ docs, new_edits: false })
export const denied = (name: string, ...docs: unknown[]): Forgery => ({
  name,
  body: push(docs),
  expected: 'denied',
  writes: [],
})
const refused = (name: string, body: string): Forgery => ({ name, body, expected: 'refused', writes: [] })
export const taken = (name: string, ...docs: { _id: string }[]): Forgery => ({
  ...{ name, body: push(docs), expected: 'taken' },
  writes: docs.map(({ _id }) => _id),
})

const NOW = '2026-11-21T10:00:00.000Z'
const F = 'f'.repeat(32)
const line = (device: string, more: object = {}) => ({
  ...{ _id: `cart:red-roses:${device}`, type: 'cart-line', device, flower: 'red-roses' },
  ...{ added: 1, taken: {}, updatedAt: NOW, ...more },
})
const tombstone = (device: string) => ({ _id: `cart:red-roses:${device}`, type: 'cart-line', device })
const intent = () => intentOf(orderOf())
const withHistory = <T extends object>(doc: T, rev: unknown, start: unknown, ids: unknown) => ({
  ...doc,
  ...{ _rev: rev, _revisions: { start, ids } },
})
const ofDevices = (many: number) => Object.fromEntries(Array.from({ length: many }, (_, i) => [`device-${i}`, 1]))
const hex = (n: number) => n.toString(16).padStart(32, '0')
const leaves = (device: string, many: number) =>
  Array.from({ length: many }, (_, i) => withHistory(line(device), `1-${hex(i)}`, 1, [hex(i)]))

/** Types of the core and the service: anyone who could write one could grant themselves an order or a role. */
const NOT_THEIRS = [
  ...['account', 'order', 'receipt', 'notice', 'offer', 'delivery', 'message', 'contact', 'application'],
  ...[
    'bulk-request',
    'earning',
    'payout',
    'partner',
    'flower',
    'florist',
    'due',
    'lease',
    'session',
    'email',
    'mail',
    'login-codes',
  ],
  ...['_design', '_local', '_security', '', ' cart', 'Cart', 'CART', 'cart', 'intents', 'ｉntent', 'Intent'],
]
const ofOthers = NOT_THEIRS.flatMap((type) => {
  const ids = [type, `${type}:x`, `${type}/x`, `${type}:${newUlid()}`, `${type}:red-roses:phone`].filter(
    (id) => id !== 'cart:red-roses:phone' && id !== '',
  )
  return ids.map((id) =>
    denied(`a document ${id.slice(0, 30)}`, asPushed({ _id: id, type: type.trim(), device: 'phone', version: 9 })),
  )
})

const badLines: [name: string, more: object][] = [
  ['with an attachment', { _attachments: { a: { data: 'eA==', content_type: 'text/plain' } } }],
  ['with a stub', { _attachments: { a: { stub: true, digest: 'md5-x', length: 1 } } }],
  ...['_conflicts', '_revs_info', '_local_seq', '_access', '_x'].map((name): [string, object] => [
    `with ${name}`,
    { [name]: [] },
  ]),
  ...[false, 'true', 1, null].map((_deleted): [string, object] => [`with _deleted ${_deleted}`, { _deleted }]),
  ['of another device', { device: 'tablet' }],
  ['of another flower', { flower: 'lilies' }],
  ['of another type', { type: 'intent' }],
  ['with an unknown member', { price: 1 }],
  ...[-1, 1.5, 1e300, '1', null].map((added): [string, object] => [`with added ${added}`, { added }]),
  ['that takes from a strange device', { taken: { '../x': 1 } }],
  ['of 33 KB', { taken: Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`device-${i}`, i])) }],
  ['with a long message', { message: 'x'.repeat(501) }],
  ['with broken text', { message: '\ud800' }],
  ['that is deep', { taken: JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`) as object }],
  ['with a strange time', { updatedAt: "2026-11-21T10:00:00Z' or 1" }],
]

const badIntents: [name: string, change: (doc: ReturnType<typeof intent>) => object][] = [
  ['deleted', (doc) => asPushed({ ...doc, _deleted: true })],
  ['deleted later', (doc) => asPushed({ ...doc, _deleted: true }, 'b', 2)],
  ['in a second revision', (doc) => asPushed(doc, 'a', 2)],
  ['in revision 999-fff…', (doc) => withHistory(doc, `999-${F}`, 999, [F])],
  ['with an attachment', (doc) => asPushed({ ...doc, _attachments: {} })],
  ['of another kind', (doc) => asPushed({ ...doc, kind: 'decide-application' })],
  ['of no kind', (doc) => asPushed({ ...doc, kind: 'constructor' })],
  ['for another account', (doc) => asPushed({ ...doc, account: 'x' })],
  ['with a receipt', (doc) => asPushed({ ...doc, outcome: 'done' })],
  ['under a small id', (doc) => asPushed({ ...doc, _id: doc._id.toLowerCase() })],
  ['under a long id', (doc) => asPushed({ ...doc, _id: `${doc._id}0` })],
  ['under two ids', (doc) => asPushed({ ...doc, _id: `${doc._id}:${newUlid()}` })],
  ['beyond all ULIDs', (doc) => asPushed({ ...doc, _id: `intent:8${'Z'.repeat(25)}` })],
  ['without a device', ({ device: _device, ...doc }) => asPushed(doc)],
  ['with a negative count', (doc) => asPushed({ ...doc, n: -1 })],
  ['without a payload', ({ payload: _payload, ...doc }) => asPushed(doc)],
  ...(
    [
      ['for nothing', { lines: [] }],
      ['of 101 lines', { lines: Array.from({ length: 101 }, () => orderOf().lines[0]) }],
      ['of minus one', { lines: [{ flower: 'red-roses', quantity: -1, consumes: {} }] }],
      ['of a half', { lines: [{ flower: 'red-roses', quantity: 0.5, consumes: {} }] }],
      ['at a negative price', { quotedTotalRupees: -1 }],
      ['at its own price', { lines: [{ flower: 'red-roses', quantity: 1, consumes: {}, priceRupees: 1 }] }],
      ['from 33 devices', { lines: [{ flower: 'red-roses', quantity: 1, consumes: ofDevices(33) }] }],
      ['already paid', { paymentStatus: 'paid' }],
      ['paid in another way', { paymentMethod: 'free' }],
      ['to no city', { address: { ...orderOf().address, city: 'Atlantis' } }],
      ['on no day', { deliveryOn: '2026-02-31x' }],
      ['on a day that no month has', { deliveryOn: '2027-02-31' }],
    ] as const
  ).map(([name, more]): [string, (doc: ReturnType<typeof intent>) => object] => [
    name,
    (doc) => asPushed({ ...doc, payload: { ...doc.payload, ...more } }),
  ]),
]

const badHistories: [name: string, rev: unknown, start: unknown, ids: unknown][] = [
  ['999-fff… without its history', `999-${F}`, undefined, undefined],
  ['of generation 0', `0-${F}`, 0, [F]],
  ['of generation -1', `-1-${F}`, -1, [F]],
  ['of generation 1.5', `1.5-${F}`, 1.5, [F]],
  ['of a generation beyond all editing', `9007199254740991-${F}`, 2 ** 53 - 1, [F]],
  ['of generation 1e21', `1e+21-${F}`, 1e21, [F]],
  ['of generation 01', `01-${F}`, 1, [F]],
  ['of a generation in letters', `x-${F}`, 'x', [F]],
  ['of another generation', `3-${F}`, 2, [F]],
  ['of another hash', `1-${F}`, 1, [hex(1)]],
  ['with no ancestors', `1-${F}`, 1, []],
  ['with more ancestors than generations', `1-${F}`, 1, [F, hex(1)]],
  ['with 1,001 ancestors', `1001-${F}`, 1001, [F, ...Array.from({ length: 1000 }, (_, i) => hex(i))]],
  ['with ancestors of other kinds', `2-${F}`, 2, [F, null]],
  ['of short hashes', '1-ff', 1, ['ff']],
  ['in capitals', `1-${F.toUpperCase()}`, 1, [F.toUpperCase()]],
  ['that is a number', 1, 1, [F]],
  ['that is missing', undefined, 1, [F]],
]

const anOrder = { order: newUlid() }
const badEdits: [name: string, payload: object][] = [
  ['to another city', { ...anOrder, address: orderOf().address }],
  ['of a line before the first', { ...anOrder, messages: [{ line: -1, message: '' }] }],
  ['with a message too long', { ...anOrder, messages: [{ line: 0, message: 'x'.repeat(501) }] }],
  ['of the price', { ...anOrder, totalRupees: 1 }],
  ['of the state', { ...anOrder, status: 'delivered' }],
  ['of no order', {}],
  ['of an order by its full id', { order: `order:${newUlid()}` }],
]
const badProfiles: typeof badEdits = [
  ['of another role', { role: 'ADMIN' }],
  ['of another e-mail address', { email: 'admin@mogra.example' }],
  ['in no city', { city: 'Atlantis' }],
]
const aMessage = {
  ...{ name: 'Asha', email: 'asha@example.com', category: 'general' },
  ...{ subject: 'Roses', message: 'Where are they?' },
}
const badMessages: typeof badEdits = [
  ['without a text', { ...aMessage, message: ' \u200b ' }],
  ['of 2,001 letters', { ...aMessage, message: 'x'.repeat(2001) }],
  ['to no address', { ...aMessage, email: 'asha' }],
  ['of no category', { ...aMessage, category: 'refund' }],
  ['in the state answered', { ...aMessage, state: 'answered' }],
  ['about a job by its path', { ...aMessage, job: '../admin' }],
]
const aStep = { ...anOrder, version: 1, step: 'delivered', at: NOW, handedTo: 'recipient' }
const badSteps: typeof badEdits = [
  ['to nobody', { ...aStep, handedTo: undefined }],
  ['to the moon', { ...aStep, handedTo: 'moon' }],
  ['with the money', { ...aStep, earningRupees: 5_000 }],
  ['of another partner', { ...aStep, partner: 'someone' }],
  ['that nobody takes', { ...aStep, step: 'awarded' }],
  ['that failed for no reason', { ...aStep, step: 'failed', handedTo: undefined }],
  ['of no version', { ...aStep, version: 0 }],
  ['with a note of 501 letters', { ...aStep, note: 'x'.repeat(501) }],
]
const badRatings: typeof badEdits = [
  ['of six stars', { ...anOrder, stars: 6 }],
  ['of half a star', { ...anOrder, stars: 0.5 }],
  ['of no stars', anOrder],
  ['with an empty comment', { ...anOrder, stars: 5, comment: ' \u200b ' }],
]
const aRequest = {
  ...{ buyerName: 'Asha', phone: '+919829011420', email: 'asha@example.com', city: 'jaipur' },
  ...{ deliveryAddress: '14, Bapu Nagar', flowerTypes: ['Roses'], quantity: 100, quantityUnit: 'stems' },
  deliveryDate: '2030-01-31',
}
const badRequests: typeof badEdits = [
  ['in no city', { ...aRequest, city: 'atlantis' }],
  ['for no flowers', { ...aRequest, flowerTypes: [] }],
  ['for flowers that nobody has', { ...aRequest, flowerTypes: ['Triffids'] }],
  ['of nothing', { ...aRequest, quantity: 0 }],
  ['of more than a million', { ...aRequest, quantity: 1_000_001 }],
  ['in carts', { ...aRequest, quantityUnit: 'carts' }],
  ['on a day that no month has', { ...aRequest, deliveryDate: '2030-02-31' }],
  ['in the state agreed', { ...aRequest, status: 'agreed' }],
  ['of another account', { ...aRequest, account: 'someone' }],
  ['with interest', { ...aRequest, interested: {} }],
  ['with notes of 1,001 letters', { ...aRequest, additionalNotes: 'x'.repeat(1001) }],
]
const badWithdrawals: typeof badEdits = [
  ['by its full id', { request: `bulk:${newUlid()}` }],
  ['with a path', { request: newUlid(), agreedWith: '../admin' }],
  ['that expires', { request: newUlid(), state: 'expired' }],
]
const aText = { conversation: 'support-somebody', text: 'Soon' }
const badTexts: typeof badEdits = [
  ['without a conversation', { text: 'Soon' }],
  ['in a conversation of no kind', { ...aText, conversation: 'admin-somebody' }],
  ['in a conversation of an order that cannot be', { ...aText, conversation: 'order-1-somebody' }],
  ['in a conversation with a path', { ...aText, conversation: 'support-../admin' }],
  ['without a text', { ...aText, text: ' \u200b ' }],
  ['with a control character', { ...aText, text: 'So\u0007on' }],
  ['with a mark that turns the text around', { ...aText, text: 'So\u202eon' }],
  ['of 10,000 letters', { ...aText, text: 'x'.repeat(10_000) }],
  ['from somebody else', { ...aText, from: 'counterpart' }],
  ['with a number', { ...aText, seq: 1 }],
]
/**
 * The payloads that the gate must refuse from a customer; those of `place-order` are in `badIntents`. A kind that is
 * missing here does not compile.
 */
const badPayloads: Record<Exclude<IntentKind, 'place-order'>, typeof badEdits> = {
  'change-order': badEdits,
  'cancel-order': badEdits,
  'report-problem': badEdits,
  'track-order': badEdits,
  'update-profile': badProfiles,
  'contact-support': badMessages,
  // A customer may not ask these at all.
  'answer-ticket': [['of an admin', { ticket: newUlid(), version: 1, text: 'Soon' }]],
  'decide-application': [['of an admin', { application: newUlid(), version: 1, decision: 'approved' }]],
  'take-ticket': [['of an admin', { subject: `ticket:${newUlid()}` }]],
  'settle-item': [
    ['of an admin', { item: `ticket:${newUlid()}`, version: 1, outcome: 'closed' }],
    ['of an admin that pays', { item: `item:${newUlid()}:refund`, version: 1, outcome: 'pay' }],
  ],
  'accept-delivery': [['of a partner', anOrder]],
  'release-delivery': [['of a partner', { ...anOrder, reason: 'vehicle' }]],
  'set-availability': [['of a partner', { online: true }]],
  'request-payout': [['of a partner', {}]],
  'show-interest': [['of a supplier', { request: newUlid() }]],
  'withdraw-interest': [['of a supplier', { request: newUlid() }]],
  // These are judged by whose order or award it is.
  'advance-delivery': badSteps,
  'rate-delivery': badRatings,
  'request-bulk': badRequests,
  'withdraw-bulk': badWithdrawals,
  'send-message': badTexts,
}
const badIntentsOfEachKind = Object.entries(badPayloads).flatMap(([kind, payloads]) =>
  payloads.map(([name, payload]) =>
    denied(`${kind} ${name}`, asPushed({ ...askedIntentOf('track-order', anOrder), kind, payload })),
  ),
)

export const forgeries: readonly Forgery[] = [
  ...badIntentsOfEachKind,
  ...ofOthers,
  ...badLines.map(([name, more]) => denied(`a cart line ${name}`, asPushed(line('phone', more)))),
  ...badIntents.map(([name, change]) => denied(`an order ${name}`, change(intent()))),
  ...badHistories.map(([name, rev, start, ids]) =>
    denied(`a revision ${name}`, withHistory(line('phone'), rev, start, ids)),
  ),
  denied('a tombstone with contents', { ...asPushed(line('phone', { price: 1 }), 'c', 2), _deleted: true }),
  denied(
    "a tombstone of another's",
    asPushed({ _id: 'cart:red-roses:tablet', type: 'cart-line', device: 'phone', _deleted: true }, 'c', 2),
  ),
  denied(
    'a tombstone of the account',
    asPushed({ _id: 'account', type: 'account', device: 'phone', _deleted: true }, 'c', 2),
  ),
  denied('a tombstone that holds something', asPushed({ ...line('ghost'), _deleted: true }, 'd', 7)),
  ...[null, 1, 'x', [], {}, [[]], true].map((doc) => denied(`a document that is ${JSON.stringify(doc)}`, doc)),
  {
    ...denied('a prototype'),
    body: push([asPushed(line('phone'))]).replace('"taken":{}', '"taken":{"__proto__":{"x":1}}'),
  },

  ...[true, undefined, 'false', 0, null].map((new_edits) =>
    refused(`new_edits ${String(new_edits)}`, JSON.stringify({ docs: [asPushed(line('phone'))], new_edits })),
  ),
  refused('no documents', '{"new_edits":false}'),
  refused('documents as an object', '{"docs":{"length":1},"new_edits":false}'),
  refused('more than is asked', `{"docs":[],"new_edits":false,"batch":"ok","w":1}`),
  refused('2,000 leaves', push(leaves('crowd', 2_000))),
  refused('501 documents', push(leaves('crowd', 501))),

  taken('revision 999-fff… of a cart line', withHistory(line('far'), `999-${F}`, 999, [F])),
  taken('a history of 1,000', asPushed(line('old'), 'a', 1_000)),
  taken('a history that repeats itself', withHistory(line('loop'), `3-${F}`, 3, [F, F, F])),
  taken('one revision twice', asPushed(line('twin')), asPushed(line('twin', { added: 2 }))),
  taken('a tombstone of what never was', asPushed({ ...tombstone('ghost'), _deleted: true }, 'd', 7)),
  taken('50 leaves', ...leaves('crowd', 50)),
]

/** A visitor has no conversations. */
export const messageOfVisitor: Forgery = denied(
  'a message by a visitor',
  asPushed(askedIntentOf('send-message', { conversation: 'support-somebody', text: 'Hello' })),
)

/** Documents that a device could have written, with some members removed or replaced; each may be stored or refused. */
export function mutated(random: () => number, many: number): { name: string; body: string; id: string }[] {
  return Array.from({ length: many }, (_, i) => {
    const device = `fuzz-${i}`
    const doc: Record<string, unknown> = asPushed(
      line(device, { message: 'x', messageAt: NOW }),
      'a',
      1 + Math.floor(random() * 3),
    )
    for (let n = 1 + Math.floor(random() * 2); n > 0; n -= 1) {
      const name = pick(random, Object.keys(doc))
      if (random() < 0.2) delete doc[name]
      else doc[name] = malformedValues(random, 2)
    }
    return { name: `a cart line bent: ${JSON.stringify(doc).slice(0, 300)}`, body: push([doc]), id: line(device)._id }
  })
}
