import { type Asked, type Earning, hasUnpaidEarnings, type Payout, requestPayout } from '#model'
import { ask } from '../ask.ts'
import type { LiveQuery } from '../live/live-query.ts'
import { readIntents } from '../local/kept-intents.ts'
import { recentUlids } from '../local/recent-ulids.ts'

export interface Money {
  /** Undefined until all of them are read: a part of them gives no sums. */
  earnings: readonly Earning[] | undefined
  /** The newest first. */
  payouts: Payout[]
  /** A payout was asked for, and its result has not arrived yet. */
  asked: { stage: 'saved' | 'sent'; at: string } | undefined
  /** Why the service refused the last request; undefined if it did not. */
  refusal: string | undefined
}

/** A partner's earnings and payouts; the payouts come first, because there are far fewer of them. */
export const money: LiveQuery<Money> = {
  key: 'deliveries/money',
  watches: ['earning:', 'payout:', 'intent:', 'receipt:'],
  async read({ mailbox }, isPart) {
    const { documents } = mailbox
    const [payouts, kept] = await Promise.all([documents.all<Payout>('payout'), readIntents(mailbox, recentUlids())])
    const isWhole = documents.isWhole('earning')
    if (!isWhole) isPart?.(() => documents.loadAll('earning'))
    const last = kept.ofKinds('request-payout').at(-1)
    return {
      earnings: isWhole ? documents.loaded<Earning>('earning') : undefined,
      payouts: payouts.toSorted((a, b) => b.n - a.n),
      asked: last && waiting(last, payouts),
      refusal: last?.receipt?.outcome === 'refused' ? last.receipt.reason : undefined,
    }
  },
}

/** True if earnings of a partner, or of somebody who was one, are not paid. */
export const hasUnpaid: LiveQuery<boolean> = {
  key: 'deliveries/has-unpaid',
  watches: ['earning:', 'payout:'],
  async read({ mailbox }) {
    const [earnings, payouts] = await Promise.all([
      mailbox.documents.all<Earning>('earning'),
      mailbox.documents.all<Payout>('payout'),
    ])
    return hasUnpaidEarnings(earnings, payouts)
  },
}

/** The progress of the last request; undefined once it was refused, or its payout has arrived. */
function waiting({ intent, sentAt, receipt }: Asked<'request-payout'>, payouts: readonly Payout[]): Money['asked'] {
  if (receipt?.outcome === 'refused') return undefined
  const made: unknown = Object(receipt?.result).payout
  if (receipt && (made === undefined || payouts.some(({ _id }) => _id === made))) return undefined
  const at = sentAt ?? receipt?.receivedAt
  return at ? { stage: 'sent', at } : { stage: 'saved', at: intent.madeAt }
}

/** Asks for what is available to be paid before Friday; works without a network. */
export const askForPayout = () => ask(requestPayout, {})
