import { dayOf } from '#model'
import { type Attack, type AttackContext, type Group, JSON_TYPE, PATIENCE } from '../harness/attack.ts'
import { PARTNERS_CITY } from '../harness/endpoints.ts'
import { answered, expectResponse } from '../harness/expect-response.ts'
import { intentAttacks } from '../harness/intent-attacks.ts'
import type { Owner } from '../harness/push-intents.ts'
import { send } from '../harness/raw-request.ts'

const ELSEWHERE = 'pune'

/** What partners and strangers try with deliveries and money that are not theirs. Another city's feed is in `table`. */
export function deliveries(scene: AttackContext): Group {
  const allowed = new Set<string>()
  const { users, target } = scene
  const { asks, forges } = intentAttacks(scene, allowed, (receipt) =>
    // A loser never hears who has it.
    receipt.includes('"partner"') ? 'the receipt names a partner' : undefined,
  )

  /** Reads; the answer must hold this text, and nothing secret. */
  const reads = (name: string, { cookie }: Owner, path: string, wanted: string): Attack => ({
    name,
    async run() {
      const request = { method: 'GET', target: path, headers: [['cookie', cookie]] } as const
      const outcome = await send(scene.url, request, PATIENCE)
      const complaint = expectResponse(outcome, answered(200), scene.secrets)
      if (complaint !== undefined || typeof outcome !== 'object') return complaint
      return outcome.body.includes(wanted) ? undefined : `the answer lacks ${wanted}`
    },
  })

  const feedRows = ({ cookie }: Owner, feed: string, id: string): Attack => ({
    name: 'an open delivery, before the award, by _bulk_get',
    async run() {
      const body = JSON.stringify({ docs: [{ id }] })
      const headers = [['cookie', cookie], JSON_TYPE] as const
      const request = { method: 'POST', target: `/db/${feed}/_bulk_get?latest=true&revs=true`, headers, body }
      const outcome = await send(scene.url, request, PATIENCE)
      const complaint = expectResponse(outcome, answered(200), scene.secrets)
      if (complaint !== undefined || typeof outcome !== 'object') return complaint
      return outcome.body.includes('"earningRupees"') ? undefined : 'the answer lacks the row'
    },
  })

  return {
    name: 'deliveries',
    atOnce: 4,
    async prepare() {
      const customer = users.victim.id
      const holder = await users.newcomer('PARTNER')
      const former = await users.newcomer('PARTNER')
      const thief = await users.newcomer('PARTNER')
      // Their figures are counted a moment after the deliveries that are prepared here.
      for (const { id, mailbox } of [holder, former]) {
        allowed.add(`partners/partner:${id}`)
        allowed.add(`${mailbox}/partner`)
      }
      const open = await target.delivery('open', { customer, city: PARTNERS_CITY, former: former.id })
      const elsewhere = await target.delivery('open', { customer, city: ELSEWHERE })
      const own = await target.delivery('open', { customer: thief.id, city: PARTNERS_CITY })
      const carried = await target.delivery('awarded', { customer, city: PARTNERS_CITY, partner: holder.id })
      const over = await target.delivery('delivered', { customer, city: PARTNERS_CITY, partner: holder.id })
      const feed = `feed-deliveries-${PARTNERS_CITY}-${dayOf(new Date()).replaceAll('-', '')}`
      const at = new Date().toISOString()
      const seen = (order: string) => ({ order, version: 1, at })

      const strangers: [role: string, who: Owner][] = [
        ['another partner', thief],
        ['a customer', await users.newcomer()],
        ['a supplier', await users.newcomer('SUPPLIER')],
        ['an admin', await users.newcomer('ADMIN')],
        ['a visitor', users.as.visitor as Owner],
      ]
      const ofStrangers = strangers.flatMap(([role, who]) =>
        [carried, open, over].flatMap((order) => [
          asks(who, `picked_up by ${role}`, ['advance-delivery', { ...seen(order), step: 'picked_up' }], 'not_yours'),
          asks(
            who,
            `delivered by ${role}`,
            ['advance-delivery', { ...seen(order), step: 'delivered', handedTo: 'door' }],
            'not_yours',
          ),
        ]),
      )
      return [
        reads(
          'an open delivery, before the award',
          thief,
          `/db/${feed}/_changes?include_docs=true`,
          `delivery:${open}`,
        ),
        feedRows(thief, feed, `delivery:${open}`),
        reads(
          'the mailbox of a partner who gave it back',
          former,
          `/db/${former.mailbox}/_changes?include_docs=true`,
          `delivery:${open}`,
        ),
        ...ofStrangers,
        asks(thief, 'of another', ['release-delivery', { order: carried, reason: 'vehicle' }], 'not_yours'),
        asks(thief, 'of nobody', ['release-delivery', { order: open, reason: 'vehicle' }], 'not_yours'),
        asks(thief, 'that another has', ['accept-delivery', { order: carried }], 'already_awarded'),
        asks(thief, 'in another city', ['accept-delivery', { order: elsewhere }], 'not_your_city'),
        asks(thief, 'of one’s own order', ['accept-delivery', { order: own }], 'own_order'),
        asks(former, 'that one gave back', ['accept-delivery', { order: open }], 'had_it_before'),
        asks(holder, 'of one’s own delivery', ['rate-delivery', { order: over, stars: 5 }], 'not_yours'),
        asks(thief, 'of nothing', ['request-payout', {}], 'nothing_available'),
        asks(thief, 'of nothing again', ['request-payout', {}], 'nothing_available'),
        ...forgedMoney(over).map((doc) => forges(thief, doc)),
      ]
    },
    mayChange: ({ database, id }) =>
      allowed.has(`${database}/${id}`) || (database === 'work' && allowed.has(`${id.replace('due:', '')}/intents`)),
  }
}

/** What a partner would like to have earned. */
function forgedMoney(order: string): ({ _id: string } & Record<string, unknown>)[] {
  const at = new Date().toISOString()
  const money = { version: 99, rupees: 5_000, at, device: 'phone' }
  return [
    { _id: `earning:${order}:delivered`, type: 'earning', order: `order:${order}`, kind: 'delivered', ...money },
    { _id: 'payout:1', type: 'payout', n: 1, state: 'to_pay', changedAt: at, ...money },
    { _id: 'partner', type: 'partner', isOnline: true, delivered: 500, counted: 500, earnedRupees: 25_000, ...money },
    { _id: `delivery:${order}`, type: 'delivery', order: `order:${order}`, state: 'awarded', ...money },
  ]
}
