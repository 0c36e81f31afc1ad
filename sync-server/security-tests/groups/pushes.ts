import { type IntentOf, ulidOf } from '#model'
import { askedIntentOf, asPushed, intentOf, orderOf } from '../../testing/device.ts'
import type { Attack, AttackContext, Group } from '../harness/attack.ts'
import { answered, type Expected, expectResponse, refused } from '../harness/expect-response.ts'
import { type Owner, push, pushTo, receiptOf } from '../harness/push-intents.ts'
import type { Outcome } from '../harness/raw-request.ts'
import { addressForOthers, forgedAddresses } from './forged-addresses.ts'
import { type Forgery, forgeries, messageOfVisitor, mutated } from './forgeries.ts'

const BENT = 200
const FORGERIES_OF_ONE = 150

/** Forged documents, histories and orders, each pushed into the attacker's own mailbox or the victim's. */
export function pushes(scene: AttackContext): Group {
  const allowed = new Set<string>()
  const allow = ({ mailbox }: Owner, ...ids: string[]) => {
    for (const id of ids) allowed.add(`${mailbox}/${id}`)
  }
  /** Allows an intent that a person may ask and that is refused: its decision is kept in `audit`. */
  const allowToAsk = (owner: Owner, intent: string) => {
    const ulid = ulidOf(intent)
    allow(owner, intent, `receipt:${ulid}`, 'intents')
    allowed.add(`audit/audit:${ulid}`)
  }

  return {
    name: 'pushes',
    atOnce: 4,
    async prepare() {
      const { users } = scene
      // Each mailbox may store only so many documents a minute.
      const forgers: Owner[] = []
      for (let n = 0; n < forgeries.length; n += FORGERIES_OF_ONE) forgers.push(await users.newcomer())
      const forgerOf = (n: number) => forgers[Math.floor(n / FORGERIES_OF_ONE)] as Owner
      const fuzzer = await users.newcomer()
      const bent = mutated(scene.random, BENT)
      allow(fuzzer, ...bent.map(({ id }) => id))
      const resident = await users.newcomer()
      for (const [n, { writes }] of forgeries.entries()) allow(forgerOf(n), ...writes)
      for (const { writes } of forgedAddresses) allow(resident, ...writes)
      return [
        ...forgeries.map((forgery, n) => forged(scene, forgerOf(n), forgery)),
        ...forgedAddresses.map((forgery) => forged(scene, resident, forgery)),
        forged(
          scene,
          { ...resident, mailbox: users.victim.mailbox },
          { name: 'an address for somebody else', body: addressForOthers, expected: 'refused', writes: [] },
        ),
        forged(scene, users.as.visitor as Owner, messageOfVisitor),
        ...bent.map(({ name, body }) => ({
          name,
          run: async () => expectResponse(await pushTo(scene, fuzzer, body), answered(201), scene.secrets),
        })),
        ...(await onAPlacedOrder(scene, allow, allowToAsk)),
        ...(await tooMuch(scene, allow)),
      ]
    },
    mayChange: ({ database, id }) =>
      allowed.has(`${database}/${id}`) || (database === 'work' && allowed.has(`${id.replace('due:', '')}/intents`)),
  }
}

const forged = (scene: AttackContext, owner: Owner, { name, body, expected }: Forgery): Attack => ({
  name,
  run: async () => verdict(scene, await pushTo(scene, owner, body), expected, body),
})

/** Checks the refusals too, because a push may be answered with 201 and contain only refusals. */
function verdict(
  { secrets }: AttackContext,
  outcome: Outcome,
  expected: Forgery['expected'],
  body: string,
): string | undefined {
  const status: Expected = expected === 'refused' ? refused : answered(201)
  const complaint = expectResponse(outcome, status, secrets)
  if (complaint !== undefined || typeof outcome !== 'object' || expected === 'refused') return complaint
  const answers = JSON.parse(outcome.body) as { error?: string; reason?: string }[]
  const wanted = expected === 'taken' ? 0 : (JSON.parse(body) as { docs: unknown[] }).docs.length
  const isRight = answers.length === wanted && answers.every(({ error, reason }) => error === 'forbidden' && reason)
  return isRight ? undefined : `${expected} was expected, and the answer was ${outcome.body.slice(0, 200)}`
}

/** Intents can be neither changed nor deleted, and nobody can take over another's. */
async function onAPlacedOrder(
  scene: AttackContext,
  allow: (owner: Owner, ...ids: string[]) => void,
  allowToAsk: (owner: Owner, intent: string) => void,
): Promise<Attack[]> {
  const { users } = scene
  const buyer = await users.newcomer()
  const thief = await users.newcomer()
  const intent = intentOf(orderOf())
  const ulid = ulidOf(intent._id)
  await pushTo(scene, buyer, push(asPushed(intent)))
  await receiptOf(scene, buyer.mailbox, ulid)
  // The order was decided for the buyer, so its entry in `audit` must not change.
  allow(thief, intent._id, `receipt:${ulid}`, 'intents')
  // The mailbox is marked as due before the intent is found to be the same.
  allow(buyer, 'intents')

  const attempts: [name: string, doc: object, expected: Forgery['expected']][] = [
    ['the same order again', asPushed(intent), 'taken'],
    ['another order under its id', asPushed(other(intent), 'b'), 'denied'],
    ['its tombstone', asPushed({ ...intent, _deleted: true }, 'c', 2), 'denied'],
    ['a bare tombstone', asPushed({ _id: intent._id, _deleted: true }, 'c', 2), 'denied'],
    ['its second revision', asPushed(other(intent), 'a', 2), 'denied'],
    [
      'the tombstone of its receipt',
      asPushed({ _id: `receipt:${ulid}`, type: 'receipt', device: 'phone', _deleted: true }, 'a', 2),
      'denied',
    ],
    [
      'a receipt of one’s own',
      asPushed({ _id: `receipt:${ulid}`, type: 'receipt', outcome: 'done' }, 'e', 9),
      'denied',
    ],
    [
      'a cheaper order',
      asPushed({ _id: `order:${ulid}`, type: 'order', version: 99, totalRupees: 1 }, 'e', 9),
      'denied',
    ],
  ]
  // The order is in the core, which none of these intents may change.
  const edits = [
    { edit: askedIntentOf('cancel-order', { order: ulid }), outcome: 'refused' },
    { edit: askedIntentOf('change-order', { order: ulid, deliveryWindow: 'evening' }), outcome: 'refused' },
    { edit: askedIntentOf('report-problem', { order: ulid, problem: 'late', message: 'x' }), outcome: 'refused' },
    // The answer is the same whether the order exists or not; no delivery may be simulated.
    { edit: askedIntentOf('track-order', { order: ulid }), outcome: 'done' },
  ]
  for (const { edit } of edits) allowToAsk(thief, edit._id)

  return [
    ...edits.map(({ edit, outcome }) => decided(`${edit.kind} of another's order`, edit, outcome)),
    ...attempts.map(([name, doc, expected]) => forged(scene, buyer, { name, body: push(doc), expected, writes: [] })),
    decided("another's order under its id, by another customer", intent, 'refused'),
  ]

  /** Anyone may ask, so the receipt must show the right outcome. */
  function decided(name: string, asked: { _id: string }, expected: string): Attack {
    return {
      name,
      async run() {
        const complaint = verdict(scene, await pushTo(scene, thief, push(asPushed(asked))), 'taken', '')
        if (complaint !== undefined) return complaint
        const { outcome } = await receiptOf(scene, thief.mailbox, ulidOf(asked._id))
        return outcome === expected ? undefined : `the receipt says ${outcome}`
      },
    }
  }
}

const other = (intent: IntentOf<'place-order'>) => ({ ...intent, n: intent.n + 1 })

/** More documents than a person writes: a mailbox may store only so many a minute, and a push above that must wait. */
async function tooMuch(scene: AttackContext, allow: (owner: Owner, ...ids: string[]) => void): Promise<Attack[]> {
  const flooder = await scene.users.newcomer()
  const documents = (round: number) =>
    Array.from({ length: 100 }, (_, i) => {
      const device = `d${round}-${i}`
      const doc = { _id: `favourite:lilies:${device}`, type: 'favourite', device, flower: 'lilies', on: true }
      allow(flooder, doc._id)
      return asPushed({ ...doc, updatedAt: '2026-11-21T10:00:00.000Z' })
    })
  const rounds = Array.from({ length: 6 }, (_, round) => push(...documents(round)))
  return [
    {
      name: '600 documents within a minute',
      async run() {
        const outcomes: Outcome[] = []
        for (const body of rounds) outcomes.push(await pushTo(scene, flooder, body))
        const statuses = outcomes.map((one) => (typeof one === 'object' ? one.status : one))
        return statuses.at(0) === 201 && statuses.at(-1) === 429
          ? undefined
          : `answered ${statuses.join()}; expected a 429 at the end`
      },
    },
  ]
}
