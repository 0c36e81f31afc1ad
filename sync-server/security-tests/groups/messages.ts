import { conversationId, messageIds, orderConversation, seenMark, ulidOf } from '#model'
import { askedIntentOf, asPushed, newUlid } from '../../testing/device.ts'
import { type Attack, type AttackContext, type Group, JSON_TYPE, PATIENCE } from '../harness/attack.ts'
import { PARTNERS_CITY } from '../harness/endpoints.ts'
import { answered, type Expected, expectResponse, perhaps } from '../harness/expect-response.ts'
import { allowIntent, intentAttacks, rawIntent } from '../harness/intent-attacks.ts'
import { type Owner, push, pushTo, receiptOf } from '../harness/push-intents.ts'
import { send } from '../harness/raw-request.ts'
import type { Person } from '../harness/target.ts'
import { mailInjections } from './mail-injections.ts'

const AT_ONCE = 100
/** More than anyone may send at once, so that some must be refused even if deciding takes a while. */
const FLOOD = 120
const AN_HOUR = 600
const HOUR_MS = 3_600_000
const FLOODED_WITHIN_MS = 120_000
const ZWJ = '\u200d'

/**
 * Sends hostile texts, floods and marks in one's own conversation, and tries to inject headers and markup into mails.
 */
export function messages(scene: AttackContext): Group {
  const allowed = new Set<string>()
  /** The keys of the conversations that are made here: their documents change with every message. */
  const ownKeys: string[] = []
  const { users, target } = scene
  const { mayNotAsk } = intentAttacks(scene, allowed, () => undefined)

  /** Makes a customer and a partner who may write to each other. */
  async function pair() {
    const writer = await users.newcomer()
    const reader = await users.newcomer('PARTNER')
    const order = await target.delivery('awarded', { customer: writer.id, city: PARTNERS_CITY, partner: reader.id })
    for (const one of [`partners/partner:${reader.id}`, `${reader.mailbox}/partner`]) allowed.add(one)
    const key = orderConversation(order, reader.id)
    ownKeys.push(key)
    return { writer, reader, key }
  }

  const documentsOf = async ({ mailbox }: Owner, from: string): Promise<Record<string, unknown>[]> => {
    const range = new URLSearchParams({
      ...{ include_docs: 'true', startkey: JSON.stringify(from), endkey: JSON.stringify(`${from}\ufff0`) },
    })
    const { rows } = await scene.couch.get(`/${mailbox}/_all_docs?${range}`)
    return (rows as { doc: Record<string, unknown> }[]).map(({ doc }) => doc)
  }

  /** Sends a text; the reader gets it unchanged. */
  const arrives = ({ writer, reader, key }: Pair, [name, text]: readonly [string, string]): Attack => {
    const intent = rawIntent('send-message', { conversation: key, text })
    allowIntent(allowed, writer, intent)
    return {
      name: `a message with ${name}`,
      async run() {
        const outcome = await pushTo(scene, writer, push(asPushed(intent)))
        const complaint = expectResponse(outcome, answered(201), scene.secrets)
        if (complaint !== undefined) return complaint
        const receipt = await receiptOf(scene, writer.mailbox, ulidOf(intent._id))
        if (receipt.outcome !== 'done') return `the receipt says ${receipt.outcome} ${receipt.reason}`
        await target.rest()
        const found = await documentsOf(reader, messageIds(key))
        const times = found.filter((doc) => doc.text === text.trim()).length
        return times === 1 ? undefined : `it arrived ${times} times`
      },
    }
  }

  /** Sends all at once. As many as allowed are sent; each other receipt says from when one more may be. */
  function flood({ writer, reader, key }: Pair): Attack {
    const intents = Array.from({ length: FLOOD }, (_, n) =>
      askedIntentOf('send-message', { conversation: key, text: `flood ${n}` }),
    )
    for (const intent of intents) allowIntent(allowed, writer, intent)
    return {
      name: `${FLOOD} messages at once`,
      async run() {
        const startedAt = Date.now()
        const outcome = await pushTo(scene, writer, push(...intents.map((intent) => asPushed(intent))))
        const complaint = expectResponse(outcome, answered(201), scene.secrets)
        if (complaint !== undefined) return complaint
        const receipts = await allReceipts(writer, intents.length)
        const most = AT_ONCE + Math.ceil(((Date.now() - startedAt) * AN_HOUR) / HOUR_MS)
        const sent = receipts.filter((receipt) => receipt.outcome === 'done').length
        if (sent < AT_ONCE || sent > most) return `${sent} were sent; expected ${AT_ONCE} to ${most}`
        const wrong = receipts.find((receipt) => receipt.outcome !== 'done' && !saysWhen(receipt, startedAt))
        if (wrong) return `one was refused with ${JSON.stringify(wrong).slice(0, 200)}`
        await target.rest()
        const seqs = (await documentsOf(reader, messageIds(key))).map(({ _id }) => Number(String(_id).slice(-8)))
        const isWhole = seqs.length === sent && seqs.every((seq, n) => seq === n + 1)
        return isWhole ? undefined : `the reader has ${seqs.join()} of ${sent}`
      },
    }
  }

  async function allReceipts(writer: Owner, many: number) {
    const until = Date.now() + FLOODED_WITHIN_MS
    for (;;) {
      const found = await documentsOf(writer, 'receipt:')
      if (found.length >= many) return found
      if (Date.now() > until) throw new Error(`only ${found.length} of ${many} messages were decided`)
      await target.rest()
    }
  }

  const seen = (who: Owner, body: unknown) =>
    send(
      scene.url,
      {
        ...{ method: 'POST', target: '/api/conversations/seen', headers: [['cookie', who.cookie], JSON_TYPE] },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      PATIENCE,
    )

  /** Sends marks. Afterwards, no message is read that does not exist, and no mark has fallen. */
  const marks = (pair: Pair, name: string, body: unknown, expected: Expected): Attack => ({
    name: `seen ${name}`,
    async run() {
      const before = await seenBy(pair)
      const complaint = expectResponse(await seen(pair.reader, body), expected, scene.secrets)
      if (complaint !== undefined) return complaint
      await target.rest()
      const after = await seenBy(pair)
      if (!(after.seen <= after.lastSeq)) return `${after.seen} are seen of ${after.lastSeq}`
      return after.seen >= before.seen ? undefined : `the mark fell from ${before.seen} to ${after.seen}`
    },
  })

  /** Returns how far the reader has read, as the writer's copy says. */
  async function seenBy({ writer, key }: Pair) {
    const [fact] = await documentsOf(writer, conversationId(key))
    return { seen: Number(fact?.theirsSeen), lastSeq: Number(fact?.lastSeq) }
  }

  /** Writes one's own mark, which may have any number, because it changes only the writer's own badge. */
  function ownMark({ reader, key }: Pair, device: string, seq: number): Attack {
    const doc = { type: 'seen', device, conversation: key, seq, updatedAt: new Date().toISOString() }
    const _id = seenMark.id(key, device)
    allowed.add(`${reader.mailbox}/${_id}`)
    return {
      name: `an own mark of ${seq}`,
      run: async () =>
        expectResponse(await pushTo(scene, reader, push(asPushed({ _id, ...doc }))), answered(201), scene.secrets),
    }
  }

  return {
    name: 'messages',
    atOnce: 2,
    async prepare() {
      const talk = await pair()
      const seenPair = await pair()
      const first = askedIntentOf('send-message', { conversation: seenPair.key, text: 'At the gate?' })
      await pushTo(scene, seenPair.writer, push(asPushed(first)))
      await receiptOf(scene, seenPair.writer.mailbox, ulidOf(first._id))
      const { key } = seenPair
      return [
        ...SHOWN_AS_WRITTEN.map((text) => arrives(talk, text)),
        ...REFUSED_TEXTS.map(([name, text]) =>
          mayNotAsk(talk.writer, `with ${name}`, 'send-message', { conversation: talk.key, text }),
        ),
        flood(await pair()),

        marks(seenPair, 'as it is', { [key]: 1 }, answered(200, 204)),
        marks(seenPair, 'before', { [key]: 0 }, perhaps(200, 204)),
        ...strangeSeqs.map((seq) => marks(seenPair, JSON.stringify(seq), { [key]: seq }, perhaps(200, 204))),
        ...strangeBodies(key).map(([name, body]) => marks(seenPair, name, body, perhaps(200, 204))),
        ownMark(seenPair, 'a', 1_000_000_000),
        ownMark(seenPair, 'b', 0),

        ...(await mailInjections(scene, allowed)),
      ]
    },
    mayChange: ({ database, id }) =>
      allowed.has(`${database}/${id}`) ||
      (database === 'work' && allowed.has(`${id.replace('due:', '')}/intents`)) ||
      // These conversations change in the core and in both mailboxes.
      ownKeys.some((key) => id.includes(key)) ||
      // The tickets that strangers write to support, and their mails.
      ((database === 'tickets' || database === 'feed-admin-1') && id.startsWith('ticket:')) ||
      (database === 'outbox' && id.startsWith('mail:support')),
  }
}

interface Pair {
  writer: Person
  reader: Person
  key: string
}

function saysWhen({ reason, result }: Record<string, unknown>, since: number): boolean {
  const at = Date.parse(String(Object(result).freeAt))
  return reason === 'too_many_messages' && at > since && at < since + HOUR_MS
}

/** Each of these texts is shown as it was written. */
const SHOWN_AS_WRITTEN: readonly (readonly [name: string, text: string])[] = [
  ['markup', '<img src=x onerror=alert(1)><script>alert(2)</script><b>bold</b>'],
  ['a template', '#{7*7} {{constructor.constructor("alert(1)")()}} <%= 1 %> &lt;b&gt; &#x202e;'],
  ['a link that runs', 'javascript:alert(1) data:text/html,<script>alert(1)</script>'],
  ['a formula', '=HYPERLINK("http://evil.example","Pay here")'],
  ['a command', "'; DROP TABLE orders; -- $(reboot) `reboot`"],
  ['JSON', '{"_id":"x","$where":"1","__proto__":{"isAdmin":true}}'],
  ['families', ['👨', '👩', '👧', '👦'].join(ZWJ).repeat(20)],
  ['zero-width characters', 'a\u200bb\u200dc\u2060d\ufeffe'],
  ['Hebrew and Hindi', 'שלום नमस्ते مرحبا'],
  ['line breaks', 'one\n\n\n\ntwo'],
  ['2,000 letters', 'अ'.repeat(2000)],
]

/** Each of these texts is refused. */
const REFUSED_TEXTS: readonly (readonly [name: string, text: unknown])[] = [
  ['nothing', ''],
  ['blanks', ' \n\t '],
  ['invisible characters', '\u200b\u2060\ufeff'],
  ['NUL', 'a\u0000b'],
  ['control characters', 'a\u0007\u001b[31mb'],
  ['a C1 control character', 'a\u009bb'],
  ['an override', 'invoice\u202efdp.exe'],
  ['an isolate', 'a\u2067b'],
  ['a lone surrogate', 'a\ud800b'],
  ['another lone surrogate', 'a\udc00'],
  ['2,001 letters', 'a'.repeat(2001)],
  ['10,000 letters', 'a'.repeat(10_000)],
  ['deep marks', `a${'\u0301'.repeat(50_000)}`],
  ['300,000 bytes', 'अ'.repeat(100_000)],
  ...[null, 1, true, [], ['Hello'], { text: 'Hello' }].map((text) => [JSON.stringify(text), text] as const),
]

const strangeSeqs: readonly unknown[] = [
  ...[-1, -0, 0.5, 2, 99, 1e9, 2 ** 31, 2 ** 53, 1e308, '1', '', null, true, [], [1], {}, { $gt: 0 }],
]

/** Keys of conversations become names of members: none may reach a prototype or keep the service busy for long. */
function strangeBodies(key: string): [name: string, body: unknown][] {
  const many = (of: (n: number) => string) =>
    Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [of(n), 1_000_000]))
  return [
    ['of __proto__', '{"__proto__":1}'],
    ['with a prototype', `{"__proto__":{"${key}":1}}`],
    ['of a constructor', '{"constructor":1,"prototype":1,"toString":1,"hasOwnProperty":1}'],
    ['twice', `{"${key}":1,"${key}":-5}`],
    ['of 10,000 that do not exist', many(() => `order-${newUlid()}-nobody`)],
    ['of 10,000 names', many((n) => `x${n}`)],
    ['of nothing', {}],
    ['of a list', [key]],
    ['of null', 'null'],
    ['of a text', '"x"'],
    ['of a broken body', `{"${key}":`],
    ['deeply', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['of a malformed key', { [`${key}:1`]: 1, 'support-': 1, '../x': 1, [`conversation:${key}`]: 1 }],
  ]
}
