import { ulidOf } from '#model'
import { askedIntentOf, asPushed, newUlid } from '../../testing/device.ts'
import { type Attack, type AttackContext, type Group, JSON_TYPE, PATIENCE, request } from '../harness/attack.ts'
import { BULK_FEED, bulkFeedOf, SECRET } from '../harness/endpoints.ts'
import { answered, expectResponse, refused } from '../harness/expect-response.ts'
import { allowIntent, intentAttacks } from '../harness/intent-attacks.ts'
import { type Owner, push, pushTo, receiptOf } from '../harness/push-intents.ts'
import { type Outcome, type RawRequest, send } from '../harness/raw-request.ts'
import type { Person } from '../harness/target.ts'

/** The city that the curious supplier serves, and one that they do not. */
const CITY = 'mumbai'
const ELSEWHERE = 'pune'
/** What only suppliers with interest read; the number belongs to nobody. */
const CONTACT = { phone: '+919800000042', email: 'bulk-buyer@mogra.example' }
const HELD: { ms: number } = { ms: 90_000 }

/** What suppliers and strangers try with bulk requests of other cities, and with what others are told of a request. */
export function bulk(scene: AttackContext): Group {
  const allowed = new Set<string>()
  const { users, target } = scene
  const beforeInterest = [...scene.secrets, ...Object.values(CONTACT)]
  const { asks, forges } = intentAttacks(scene, allowed, (receipt) => {
    const secret = beforeInterest.find((one) => receipt.includes(one))
    return secret === undefined ? undefined : `the receipt names ${secret}`
  })

  const ask = ({ cookie }: Owner, raw: Omit<RawRequest, 'headers'>, patience = PATIENCE) =>
    send(scene.url, { ...raw, headers: [['cookie', cookie], JSON_TYPE] }, patience)

  /** Reads; the answer must hold these texts, and none of the others. */
  const reads = (
    name: string,
    who: Owner,
    raw: Omit<RawRequest, 'headers'>,
    { wanted, secrets }: { wanted: readonly string[]; secrets: readonly string[] },
  ): Attack => ({
    name,
    async run() {
      const outcome = await ask(who, raw)
      const complaint = expectResponse(outcome, answered(200), secrets)
      if (complaint !== undefined || typeof outcome !== 'object') return complaint
      const missing = wanted.find((text) => !outcome.body.includes(text))
      return missing === undefined ? undefined : `the answer lacks ${missing}`
    },
  })

  /** The response for a request of another city is the same, to the letter, as for one that does not exist. */
  const looksLikeNothing = (name: string, who: Owner, query: string, docsOf: (id: string) => object[], id: string) => ({
    name: `_bulk_get${query} of ${name}`,
    async run() {
      const answers = await Promise.all(
        [id, `bulk:${newUlid()}`].map((one) => {
          const body = JSON.stringify({ docs: docsOf(one) })
          return ask(who, { method: 'POST', target: `/db/${bulkFeedOf(CITY)}/_bulk_get${query}`, body })
        }),
      )
      for (const answer of answers) {
        const complaint = expectResponse(answer, answered(200), beforeInterest)
        if (complaint !== undefined) return complaint
      }
      const [one, other] = answers.map((answer) => (typeof answer === 'object' ? answer.body : ''))
      return one === other ? undefined : `the response for a hidden request is ${one}, and for a missing one ${other}`
    },
  })

  /** A supplier who holds a poll of two cities drops one of them, and learns nothing of a later request there. */
  function pollAcrossDropping(mover: Person, buyer: string): Attack {
    const feed = bulkFeedOf(CITY, ELSEWHERE)
    const dropping = askedIntentOf('update-profile', { citiesServed: [CITY] })
    allowIntent(allowed, mover, dropping)
    const changes = (query: string): Omit<RawRequest, 'headers'> => ({
      method: 'GET',
      target: `/db/${feed}/_changes?style=all_docs&${query}`,
    })
    return {
      name: `a held poll after dropping ${ELSEWHERE}`,
      async run() {
        const last = await ask(mover, changes('since=now&limit=1'))
        if (typeof last !== 'object' || last.status !== 200) return 'the feed of both cities is not readable'
        const { last_seq } = JSON.parse(last.body) as { last_seq: string }
        const held = ask(mover, changes(`feed=longpoll&heartbeat=10000&since=${encodeURIComponent(last_seq)}`), HELD)
        await pushTo(scene, mover, push(asPushed(dropping)))
        await receiptOf(scene, mover.mailbox, ulidOf(dropping._id))
        const ulid = await target.bulkRequest({ buyer, city: ELSEWHERE, name: SECRET, contact: CONTACT })
        // If the poll came after the drop, the feed of both cities no longer exists.
        const complaint = expectResponse(await held, answered(200, 404), beforeInterest)
        if (complaint !== undefined) return complaint
        if (bodyOf(await held).includes(ulid)) return 'the poll was told of the request'
        return expectResponse(await ask(mover, changes('')), answered(404), beforeInterest)
      },
    }
  }

  return {
    name: 'bulk',
    atOnce: 4,
    async prepare() {
      const buyer = users.victim.id
      const [curious, rival] = [await users.newcomer('SUPPLIER', [CITY]), await users.newcomer('SUPPLIER', [CITY])]
      const competitor = await users.newcomer('SUPPLIER', [CITY, ELSEWHERE])
      const mover = await users.newcomer('SUPPLIER', [CITY, ELSEWHERE])
      const here = await target.bulkRequest({
        ...{ buyer, city: CITY, name: 'Hotel Lotus', contact: CONTACT },
        interested: [competitor.id, rival.id],
      })
      const hidden = await target.bulkRequest({ buyer, city: ELSEWHERE, name: SECRET, contact: CONTACT })
      const { results } = (await scene.couch.get(`/${BULK_FEED}/_changes`)) as unknown as Changes
      const rev = results.find(({ id }) => id === `bulk:${hidden}`)?.changes[0]?.rev ?? ''
      // Dropping a city changes the own profile.
      allowed.add(`accounts/account:${mover.id}`)
      allowed.add(`${mover.mailbox}/account`)

      const own = bulkFeedOf(CITY)
      const unknowable = [...beforeInterest, competitor.id, rival.id, hidden]
      const all = (database: string): Omit<RawRequest, 'headers'> => ({
        method: 'GET',
        target: `/db/${database}/_changes?include_docs=true&style=all_docs&conflicts=true`,
      })
      const bulkGet = (database: string, docs: object[]): Omit<RawRequest, 'headers'> => ({
        ...{ method: 'POST', target: `/db/${database}/_bulk_get?revs=true&latest=true` },
        body: JSON.stringify({ docs }),
      })
      const readable = { wanted: [`bulk:${here}`, 'Hotel Lotus'], secrets: unknowable }
      const someRevs = ['a', 'b'].map((hex) => `1-${hex.repeat(32)}`)

      return [
        reads('the feed of one’s own city', curious, all(own), readable),
        reads('a request of one’s own city by _bulk_get', curious, bulkGet(own, [{ id: `bulk:${here}` }]), readable),
        reads('one’s own mailbox before interest', curious, all(curious.mailbox), { wanted: [], secrets: unknowable }),
        reads('one’s own mailbox with interest', rival, all(rival.mailbox), {
          wanted: [`bulk-interest:${here}`, CONTACT.phone, CONTACT.email],
          secrets: [...scene.secrets, competitor.id, hidden],
        }),
        ...selectors(own, hidden).map(([name, raw]) =>
          request(
            scene,
            `_changes with ${name}`,
            { ...raw, headers: [['cookie', curious.cookie], JSON_TYPE] },
            refused,
          ),
        ),
        ...['', '?latest=false', '?revs=true&latest=true'].flatMap((query) => [
          looksLikeNothing('its id', curious, query, (id) => [{ id }], `bulk:${hidden}`),
          looksLikeNothing('its revision', curious, query, (id) => [{ id, rev }], `bulk:${hidden}`),
          looksLikeNothing('guessed revisions', curious, query, revsOf(someRevs), `bulk:${hidden}`),
          looksLikeNothing('both', curious, query, revsOf([rev, ...someRevs]), `bulk:${hidden}`),
        ]),
        ...otherNames().flatMap((name) =>
          [{ method: 'GET', target: `/db/${name}` }, all(name), bulkGet(name, [{ id: `bulk:${hidden}` }])].map((raw) =>
            request(
              scene,
              `${raw.method} ${raw.target.slice(0, 60)}`,
              { ...raw, headers: [['cookie', curious.cookie], JSON_TYPE] },
              // Some are no valid names at all.
              answered(400, 404),
            ),
          ),
        ),
        pollAcrossDropping(mover, buyer),
        asks(curious, 'in another city', ['show-interest', { request: hidden }], 'not_your_city'),
        asks(curious, 'in nothing', ['show-interest', { request: newUlid() }], 'not_your_city'),
        asks(curious, 'of others', ['withdraw-interest', { request: here }], 'not_yours'),
        asks(curious, 'in another city', ['withdraw-interest', { request: hidden }], 'not_yours'),
        ...(
          [
            ['a supplier', curious],
            ['an interested supplier', rival],
            ['a customer', await users.newcomer()],
            ['a partner', await users.newcomer('PARTNER')],
            ['an admin', await users.newcomer('ADMIN')],
            ['a visitor', users.as.visitor as Owner],
          ] as const
        ).flatMap(([role, who]) => [
          asks(who, `by ${role}`, ['withdraw-bulk', { request: here }], 'not_yours'),
          asks(who, `by ${role}, agreed`, ['withdraw-bulk', { request: here, agreedWith: rival.id }], 'not_yours'),
          asks(who, `by ${role}, of another city`, ['withdraw-bulk', { request: hidden }], 'not_yours'),
        ]),
        ...forgeries(here).map((doc) => forges(curious, doc)),
      ]
    },
    mayChange: ({ database, id }) =>
      allowed.has(`${database}/${id}`) ||
      (database === 'work' && allowed.has(`${id.replace('due:', '')}/intents`)) ||
      // The request that comes while a poll is held, and what is told of it.
      ((database === BULK_FEED || database === 'bulk-requests') && id.startsWith('bulk:')) ||
      (database === users.victim.mailbox && id.startsWith('bulk-request:')) ||
      (database === 'outbox' && id.startsWith('mail:bulk-')) ||
      (database === 'jobs' && id.startsWith('digest:bulk-')) ||
      (database === 'catalogue' && id === 'served-cities'),
  }
}

interface Changes {
  results: { id: string; changes: { rev: string }[] }[]
}

const bodyOf = (outcome: Outcome) => (typeof outcome === 'object' ? outcome.body : '')
const revsOf = (revs: readonly string[]) => (id: string) => revs.map((rev) => ({ id, rev }))

/** What a client would send to choose the rows by itself. */
function selectors(feed: string, hidden: string): [name: string, raw: Omit<RawRequest, 'headers'>][] {
  const target = `/db/${feed}/_changes`
  const posted = (query: string, body: object) => ({
    ...{ method: 'POST', target: target + query },
    body: JSON.stringify(body),
  })
  return [
    ['an empty selector', posted('', { selector: {} })],
    ['a selector of another city', posted('?filter=_selector', { selector: { city: ELSEWHERE } })],
    ['ids', posted('?filter=_doc_ids', { doc_ids: [`bulk:${hidden}`] })],
    ['ids in the address', { method: 'GET', target: `${target}?filter=_doc_ids&doc_ids=["bulk:${hidden}"]` }],
    ['a view', { method: 'GET', target: `${target}?filter=_view&view=a/b` }],
    ['another filter', { method: 'GET', target: `${target}?filter=` }],
    ['fields', posted('', { selector: {}, fields: ['number'] })],
  ]
}

/** Names under which others read the feed, or nobody does. */
const otherNames = () => [
  ...[BULK_FEED, `${BULK_FEED}-`, bulkFeedOf(), bulkFeedOf(ELSEWHERE), bulkFeedOf(CITY, ELSEWHERE)],
  ...[`${bulkFeedOf(CITY)}0`, bulkFeedOf(CITY).toUpperCase(), bulkFeedOf(CITY).replace('-1-', '-2-')],
  ...[`${bulkFeedOf(CITY)}%2f..%2f${BULK_FEED}`, `${bulkFeedOf(CITY)}%00`],
]

/** Documents that only the service may write, such as an agreement with this supplier. */
function forgeries(request: string): ({ _id: string } & Record<string, unknown>)[] {
  const more = { version: 99, changedAt: new Date().toISOString(), device: 'phone' }
  return [
    { _id: `bulk-interest:${request}`, type: 'bulk-interest', state: 'agreed', ...more },
    { _id: `bulk-request:${request}`, type: 'bulk-request', state: 'agreed', ...more },
    { _id: `bulk:${request}`, type: 'bulk', city: CITY, ...more },
    { _id: 'supplier', type: 'supplier', completedDeals: 500, ...more },
  ]
}
