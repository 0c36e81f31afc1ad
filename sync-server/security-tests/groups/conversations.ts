import {
  bulkConversation,
  conversationId,
  intentId,
  messageId,
  orderConversation,
  seenMark,
  supportConversation,
  supportRowId,
  ticketId,
  ulidOf,
} from '#model'
import { askedIntentOf, asPushed, newUlid } from '../../testing/device.ts'
import { type Attack, type AttackContext, type Group, JSON_TYPE, PATIENCE } from '../harness/attack.ts'
import { PARTNERS_CITY, SECRET } from '../harness/endpoints.ts'
import { answered, type Expected, expectResponse, perhaps, refused } from '../harness/expect-response.ts'
import { allowIntent, intentAttacks, rawIntent } from '../harness/intent-attacks.ts'
import { type Owner, push, pushTo, receiptOf } from '../harness/push-intents.ts'
import { send } from '../harness/raw-request.ts'
import type { Person } from '../harness/target.ts'

/**
 * The victim writes these. Only the other one of each conversation may read them, and admins what was written to Mogra.
 */
const WRITTEN = `meet me at the back door: ${SECRET}`
const ASKED_MOGRA = 'why was my card charged twice'

/** Everybody tries to read, write and mark conversations of others, and to decide on tickets whose ids they guess. */
export function conversations(scene: AttackContext): Group {
  const allowed = new Set<string>()
  const { users, target } = scene
  const secrets = [...scene.secrets, ASKED_MOGRA]
  const { asks, forges, mayNotAsk } = intentAttacks(scene, allowed, (receipt) =>
    secrets.some((one) => receipt.includes(one)) ? 'the receipt names what somebody else wrote' : undefined,
  )

  const asking = (who: Owner | undefined, method: string, path: string, body?: unknown) =>
    send(
      scene.url,
      {
        ...{ method, target: `/api/conversations/${path}` },
        headers: [...(who ? [['cookie', who.cookie] as const] : []), ...(body === undefined ? [] : [JSON_TYPE])],
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      PATIENCE,
    )
  const marks = (who: Owner, name: string, body: unknown, expected: Expected): Attack => ({
    name: `seen ${name}`,
    run: async () => expectResponse(await asking(who, 'POST', 'seen', body), expected, secrets),
  })
  const history = (who: Owner | undefined, name: string, path: string, expected: Expected): Attack => ({
    name: `older messages ${name}`,
    run: async () => expectResponse(await asking(who, 'GET', path), expected, secrets),
  })

  /** Reads one's own conversation. If that failed too, the refusals would prove nothing. */
  const readsOwn = (name: string, who: Owner, key: string, wanted: string): Attack => ({
    name: `older messages ${name}`,
    async run() {
      const outcome = await asking(who, 'GET', `${key}/messages?before=99`)
      const complaint = expectResponse(outcome, answered(200), [])
      if (complaint !== undefined || typeof outcome !== 'object') return complaint
      return outcome.body.includes(wanted) ? undefined : `the answer lacks ${wanted}`
    },
  })

  /** Writes a message before the attacks begin. */
  async function write(who: Owner, conversation: string, text: string) {
    const intent = askedIntentOf('send-message', { conversation, text })
    await pushTo(scene, who, push(asPushed(intent)))
    const { outcome, reason } = await receiptOf(scene, who.mailbox, ulidOf(intent._id))
    if (outcome !== 'done') throw new Error(`the message in ${conversation} is ${outcome}: ${reason}`)
  }

  /** A person who has nothing to do with this conversation writes in it, marks it and reads it. */
  const ofStranger = (role: string, who: Owner, key: string): Attack[] => [
    asks(who, `by ${role}`, ['send-message', { conversation: key, text: 'It is me.' }], 'not_yours'),
    marks(who, `by ${role}`, { [key]: 1 }, perhaps(200, 204)),
    history(who, `by ${role}`, `${key}/messages?before=9`, refused),
    history(who, `by ${role}, from the end`, `${key}/messages`, refused),
  ]
  const ofVisitor = (who: Owner, key: string): Attack[] => [
    mayNotAsk(who, 'by a visitor', 'send-message', { conversation: key, text: 'It is me.' }),
    marks(who, 'by a visitor', { [key]: 1 }, perhaps(200, 204)),
    history(who, 'by a visitor', `${key}/messages?before=9`, refused),
    history(undefined, 'by nobody', `${key}/messages?before=9`, refused),
  ]

  /** Pushes into somebody else's mailbox, with a session of one's own. */
  const inNameOf = (victim: Person, thief: Owner, key: string): Attack => ({
    name: "a message in somebody else's mailbox",
    async run() {
      const doc = rawIntent('send-message', { conversation: key, text: 'It is the victim.' })
      return expectResponse(
        await pushTo(scene, { ...thief, mailbox: victim.mailbox }, push(asPushed(doc))),
        refused,
        secrets,
      )
    },
  })

  return {
    name: 'conversations',
    atOnce: 4,
    async prepare() {
      const { victim } = users
      const holder = await users.newcomer('PARTNER')
      const former = await users.newcomer('PARTNER')
      const rival = await users.newcomer('SUPPLIER', [PARTNERS_CITY])
      const order = await target.delivery('awarded', {
        ...{ customer: victim.id, city: PARTNERS_CITY, partner: holder.id, former: former.id },
      })
      const contact = { phone: '+919800000077', email: 'chatting-buyer@mogra.example' }
      const request = await target.bulkRequest({
        ...{ buyer: victim.id, city: PARTNERS_CITY, name: 'Hotel Lotus', contact, interested: [rival.id] },
      })
      // Their figures are counted a moment after the delivery that is prepared here.
      for (const { id, mailbox } of [holder, former])
        for (const one of [`partners/partner:${id}`, `${mailbox}/partner`]) allowed.add(one)
      const theirs = orderConversation(order, holder.id)
      const withSupplier = bulkConversation(request, rival.id)
      const withMogra = supportConversation(victim.id)
      await write(victim, theirs, WRITTEN)
      await write(victim, withSupplier, WRITTEN)
      await write(victim, withMogra, ASKED_MOGRA)
      const ticket = askedIntentOf('contact-support', {
        ...{ name: 'The victim', email: victim.email, category: 'general' },
        ...{ subject: 'A question', message: ASKED_MOGRA },
      })
      await pushTo(scene, victim, push(asPushed(ticket)))
      await receiptOf(scene, victim.mailbox, ulidOf(ticket._id))
      const number = ulidOf(ticket._id)

      const [customer, partner, supplier, admin] = [
        await users.newcomer(),
        await users.newcomer('PARTNER'),
        await users.newcomer('SUPPLIER', [PARTNERS_CITY]),
        await users.newcomer('ADMIN'),
      ]
      const visitor = users.as.visitor as Owner
      const others = [
        ['a customer', customer],
        ['a partner', partner],
        ['a supplier', supplier],
      ] as const
      const ofTwo = [theirs, withSupplier]

      return [
        readsOwn('by the customer', victim, theirs, WRITTEN),
        readsOwn('by the partner', holder, theirs, WRITTEN),
        readsOwn('by the supplier', rival, withSupplier, WRITTEN),
        readsOwn('by an admin', admin, withMogra, ASKED_MOGRA),
        ...others.flatMap(([role, who]) => [...ofTwo, withMogra].flatMap((key) => ofStranger(role, who, key))),
        // Admins read and answer what is written to Mogra, and nothing that two others write.
        ...ofTwo.flatMap((key) => ofStranger('an admin', admin, key)),
        ...[...ofTwo, withMogra].flatMap((key) => ofVisitor(visitor, key)),
        ...ofVisitor(visitor, supportConversation(String(users.as.visitor.id))),
        // One party of a conversation has no right to another one of the same person.
        ...ofStranger('the supplier', rival, theirs),
        ...ofStranger('the partner', holder, withSupplier),
        ...ofStranger('the partner', holder, withMogra),
        // A partner who had the delivery before has a conversation of their own, and no right to that of the next one.
        ...ofStranger('the partner before', former, theirs),
        ...[
          ['a partner who never had it', partner, orderConversation(order, partner.id)],
          ['a supplier without interest', supplier, bulkConversation(request, supplier.id)],
          ['a customer as the partner', customer, orderConversation(order, customer.id)],
          ['the customer with oneself', victim, orderConversation(order, victim.id)],
          ['about an order that does not exist', customer, orderConversation(newUlid(), customer.id)],
          ['about a request as an order', rival, orderConversation(request, rival.id)],
          ['about an order as a request', holder, bulkConversation(order, holder.id)],
        ].flatMap(([name, who, key]) => ofStranger(name as string, who as Person, key as string)),
        asks(
          admin,
          'to an account that does not exist',
          ['send-message', { conversation: supportConversation('no-such-account'), text: 'Hello?' }],
          'not_yours',
        ),

        inNameOf(victim, partner, theirs),
        ...forgedNames(victim.id).map(([name, more]) =>
          mayNotAsk(holder, name, 'send-message', { conversation: theirs, text: 'It is the victim.', ...more }),
        ),
        ...forgedFacts(theirs).map((doc) => forges(holder, doc)),
        ...forgedFacts(withMogra).map((doc) => forges(partner, doc)),

        // The numbers and ids of tickets are no secrets, and give no right.
        ...[...others, ['the writer', victim] as const, ['a visitor', visitor] as const].flatMap(([role, who]) => [
          mayNotAsk(who, `by ${role}`, 'take-ticket', { subject: ticketId(number) }),
          mayNotAsk(who, `of a conversation by ${role}`, 'take-ticket', { subject: supportRowId(victim.id) }),
          mayNotAsk(who, `by ${role}`, 'answer-ticket', { ticket: number, version: 1, text: 'Paid back.' }),
          mayNotAsk(who, `by ${role}`, 'settle-item', {
            ...{ item: ticketId(number), version: 1, outcome: 'closed' },
          }),
          mayNotAsk(who, `of a conversation by ${role}`, 'settle-item', {
            ...{ item: supportRowId(victim.id), version: 1, outcome: 'closed' },
          }),
        ]),
        ...[ticketId(newUlid()), supportRowId('no-such-account'), supportRowId(customer.id)].map((subject) =>
          asks(admin, `of ${subject.slice(0, 12)}`, ['take-ticket', { subject }], 'item_unknown'),
        ),
        ...malformedSubjects(number).map((subject) =>
          mayNotAsk(admin, `of ${JSON.stringify(subject)?.slice(0, 30)}`, 'take-ticket', { subject }),
        ),
        ...[supportRowId('no-such-account'), supportRowId(customer.id)].map((item) =>
          asks(
            admin,
            `of ${item.slice(0, 12)}`,
            ['settle-item', { item, version: 1, outcome: 'closed' }],
            'item_unknown',
          ),
        ),
        asksUnder(customer, number),

        ...malformedKeys(theirs).flatMap((key) => [
          history(holder, `of ${key.slice(0, 40)}`, `${encodeURIComponent(key)}/messages?before=9`, refused),
          mayNotAsk(holder, `to ${key.slice(0, 40)}`, 'send-message', { conversation: key, text: 'Hello' }),
        ]),
        ...['-1', '0.5', '1e9', 'NaN', '', '%00', '99999999999999999999', '1&before=2', "1'", '{}'].map((before) =>
          history(holder, `before ${before}`, `${theirs}/messages?before=${before}`, perhaps(200)),
        ),
        ...['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => ({
          name: `${method} of messages`,
          run: async () => expectResponse(await asking(holder, method, `${theirs}/messages`, {}), refused, secrets),
        })),
      ]
    },
    mayChange: ({ database, id }) =>
      allowed.has(`${database}/${id}`) || (database === 'work' && allowed.has(`${id.replace('due:', '')}/intents`)),
  }

  /** Sends an intent with the ULID of another person's ticket. It must be refused, and makes no ticket. */
  function asksUnder(who: Person, ulid: string): Attack {
    const intent = {
      ...rawIntent('contact-support', {
        ...{ name: 'A thief', email: who.email, category: 'general', subject: 'Mine', message: 'This is mine.' },
      }),
      _id: intentId(ulid),
    }
    allowIntent(allowed, who, intent)
    // The audit has this id already, for the writer's intent, and that entry must not change.
    allowed.delete(`audit/audit:${ulid}`)
    // The ticket names this intent, so it is written once more as it is. Its row in the admins' feed must not change.
    allowed.add(`tickets/${ticketId(ulid)}`)
    return {
      name: 'contact-support under the id of a ticket',
      async run() {
        const complaint = expectResponse(await pushTo(scene, who, push(asPushed(intent))), answered(201), secrets)
        if (complaint !== undefined) return complaint
        const { outcome, reason } = await receiptOf(scene, who.mailbox, ulid)
        return outcome === 'refused' ? undefined : `the receipt says ${outcome} ${reason}`
      },
    }
  }
}

/** Members of a payload that claim another writer, number or time. */
const forgedNames = (victim: string): [name: string, more: object][] => [
  ['with a writer', { from: victim }],
  ['with an account', { account: victim }],
  ['as Mogra', { mogra: true }],
  ['with a role', { role: 'ADMIN' }],
  ['with a number', { seq: 1 }],
  ['with a time', { at: '2020-01-01T00:00:00.000Z' }],
  ['with a ticket', { ticket: 'SUP1700000000000AAA' }],
]

/** Facts, rows and marks that a device must not write into its own mailbox. */
function forgedFacts(key: string): ({ _id: string } & Record<string, unknown>)[] {
  const at = new Date().toISOString()
  const more = { version: 99, device: 'phone' }
  const fact = { with: { name: '', role: 'MOGRA' }, state: 'open', lastSeq: 9, mineSeen: 9, theirsSeen: 9, unread: [] }
  const mark = { type: 'seen', conversation: key, updatedAt: at }
  return [
    { _id: conversationId(key), type: 'conversation', ...fact, ...more },
    { _id: messageId(key, 1), type: 'message', mine: false, text: 'Leave it at the gate.', at, ...more },
    { _id: messageId(key, 2), type: 'message', mine: false, text: 'Mogra never asks this.', at, ...more },
    {
      _id: supportRowId('victim'),
      type: 'support',
      name: 'A',
      role: 'CUSTOMER',
      lastSeq: 1,
      at,
      messages: [],
      ...more,
    },
    ...[-1, 0.5, '1', null].map((seq) => ({ _id: seenMark.id(key, 'phone'), ...mark, device: 'phone', seq })),
    { _id: seenMark.id(key, 'other'), ...mark, device: 'phone', seq: 1 },
    { _id: seenMark.id('__proto__', 'phone'), ...mark, conversation: '__proto__', device: 'phone', seq: 1 },
  ]
}

const malformedSubjects = (ticket: string): unknown[] => [
  ...[ticket, 'ticket:', `ticket:${ticket}x`, `ticket:${ticket.toLowerCase()}`, `TICKET:${ticket}`, 'support:'],
  ...[
    'support:a/b',
    'support:__proto__\u0000',
    `support:${'a'.repeat(65)}`,
    `item:${ticket}:refund`,
    `order:${ticket}`,
  ],
  ...[null, 1, [], {}, [ticketId(ticket)]],
]

/** Keys that name no conversation. */
const malformedKeys = (key: string): string[] => [
  ...['x', 'support', 'support-', 'order-', 'bulk--', '__proto__', 'constructor', '..', '%2e%2e', '_all_docs'],
  ...[`${key}:00000001`, `conversation:${key}`, ` ${key}`, `${key}\n`, `${key}\u0000`, key.toUpperCase()],
  ...[`${key}/messages`, `${key}\ufff0`, key.replace('order-', 'orders-'), `support-${'a'.repeat(65)}`],
  ...['support-a"b', 'support-a:b', 'support-é', `order-${'8'.repeat(26)}-a`],
]
