import {
  type Asked,
  type BulkInterestFact,
  type BulkRow,
  type BulkRowView,
  foldInterests,
  type SupplierFigures,
  showInterest,
  withdrawInterest,
} from '#model'
import { ask } from '../ask.ts'
import type { LiveQuery } from '../live/live-query.ts'
import type { Mailbox } from '../local/mailbox.ts'
import { getOne } from '../pouch/reads.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

export type InterestChange = Asked<'show-interest' | 'withdraw-interest'>

/** A bulk request as a supplier's screens show it. */
export interface SupplierRequest {
  ulid: string
  /** What the buyer asks for. */
  about: BulkRow | BulkInterestFact
  /**
   * `new`: open, and the supplier shows no interest. `withdrawn`: the supplier has withdrawn the interest, and the feed
   * does not have the request: it may still be open. `agreed`: the buyer has agreed with this supplier.
   */
  state: 'new' | 'interested' | 'withdrawn' | 'agreed' | 'ended'
  /** How a request ended that was not agreed with this supplier. */
  ended?: BulkInterestFact['ended']
  /** The buyer's contact, once the interest is confirmed and as long as the service leaves it here. */
  contact?: BulkInterestFact['contact']
  /** The conversation with the buyer, if they have an account, as long as messages can be sent. */
  conversation?: string
  /** When the supplier showed the interest that the service has confirmed. */
  interestedAt?: string
  /** When the supplier withdrew the interest, if the service has confirmed that. */
  withdrawnAt?: string
  /** The change of the interest that is not confirmed yet. */
  change?: { kind: InterestChange['intent']['kind']; stage: 'saved' | 'sent'; at: string } | undefined
  /** When the last change that this device knows of happened. */
  since: string
}

/** The requests that a supplier may answer, and those that the supplier is or was interested in. */
export interface SupplierRequests {
  /** The newest request first. */
  all: SupplierRequest[]
  /** The supplier's own changes of interest that are still kept, oldest first. */
  asked: InterestChange[]
  figures: {
    /** The open rows of the feed. */
    open: number
    interested: number
    /** Over all time, by the service's last count. */
    completedDeals: number
  }
  /** False until the feed has arrived once; until then rows may be missing. */
  isComplete: boolean
}

export const supplierRequests: LiveQuery<SupplierRequests> = {
  key: 'bulk/supplier-requests',
  watches: ['bulk:', 'bulk-interest:', 'supplier', 'intent:', 'receipt:', 'complete'],
  feed: 'bulk',
  async read({ mailbox, feed }) {
    const bulk = feed('bulk')
    // A fact is written before its receipt: what is read after the receipts contains every fact that they confirm.
    const asked = await askedBy(mailbox)
    const [rows, isComplete, facts, figures] = await Promise.all([
      bulk ? bulk.openRows('bulk') : [],
      bulk ? bulk.isComplete() : false,
      mailbox.documents.all<BulkInterestFact>('bulk-interest'),
      getOne<SupplierFigures>(mailbox.db, 'supplier'),
    ])
    const all = foldInterests(rows, facts, asked).flatMap(requestOf)
    return {
      ...{ all, asked, isComplete },
      figures: {
        open: rows.length,
        interested: all.filter(({ state }) => state === 'interested').length,
        completedDeals: figures?.completedDeals ?? 0,
      },
    }
  },
}

const askedBy = (mailbox: Mailbox) => mailbox.openIntents('show-interest', 'withdraw-interest')

function requestOf(view: BulkRowView): SupplierRequest[] {
  const { ulid, row, fact, isInterested, change } = view
  const about = row ?? fact
  if (!about) return []
  const state = stateOf(view)
  const waiting = waitingOf(change)
  return [
    {
      ...{ ulid, about, state },
      ...(state === 'ended' && fact?.ended && { ended: fact.ended }),
      // A supplier who withdraws the interest no longer needs the contact, even before that is confirmed.
      ...(fact?.contact && (isInterested || state === 'ended') && { contact: fact.contact }),
      ...(fact?.conversation !== undefined && { conversation: fact.conversation }),
      ...(fact?.state === 'interested' && { interestedAt: fact.interestedAt }),
      ...(fact?.state === 'withdrawn' && { withdrawnAt: fact.changedAt }),
      ...(waiting && { change: waiting }),
      since: waiting?.at ?? fact?.changedAt ?? about.postedAt,
    },
  ]
}

function waitingOf(change: BulkRowView['change']): SupplierRequest['change'] {
  if (change?.stage !== 'saved' && change?.stage !== 'sent') return undefined
  return { kind: change.kind, stage: change.stage, at: change.at }
}

function stateOf({ row, fact, isInterested }: BulkRowView): SupplierRequest['state'] {
  if (fact?.state === 'agreed') return 'agreed'
  if (fact?.ended) return 'ended'
  if (isInterested) return 'interested'
  return row ? 'new' : 'withdrawn'
}

/**
 * Shows interest in a request (a ULID), or withdraws it; works without a network. A second press, also in another tab,
 * asks nothing more. Returns false if nothing was asked.
 */
export async function setInterest(request: string, on: boolean): Promise<boolean> {
  const mailbox = currentDataLayer().databases.mailbox()
  await mailbox.documents.follow()
  const last = (await askedBy(mailbox)).filter(({ intent }) => intent.payload.request === request).at(-1)
  const kind = on ? 'show-interest' : 'withdraw-interest'
  if (last && !last.receipt && last.intent.kind === kind) return false
  await (on ? ask(showInterest, { request }) : ask(withdrawInterest, { request }))
  return true
}
