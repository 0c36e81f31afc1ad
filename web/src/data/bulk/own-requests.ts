import { type BulkRequestView, foldBulkRequests, intentId, type RequestBulk, requestBulk, withdrawBulk } from '#model'
import { ask } from '../ask.ts'
import { attention } from '../attention.ts'
import type { LiveQuery } from '../live/live-query.ts'
import { readRejectedDocuments } from '../push-state/rejected-documents.ts'

export type { BulkRequestView } from '#model'

/** What this person has asked suppliers for, the newest first; refusals that the person has dismissed are left out. */
export const ownBulkRequests: LiveQuery<BulkRequestView[]> = {
  key: 'bulk/requests',
  watches: ['bulk-request:', 'intent:', 'receipt:', 'refused'],
  async read({ mailbox }) {
    const { dismissed } = await readRejectedDocuments(mailbox.db)
    const all = foldBulkRequests(
      await mailbox.allOf('bulk-request'),
      await mailbox.openIntents('request-bulk'),
      await mailbox.openIntents('withdraw-bulk'),
    )
    return all.filter(({ ulid, stage }) => stage !== 'refused' || !(intentId(ulid) in dismissed))
  },
}

/** All of these work without a network. */
export const bulkRequests = {
  request: (request: RequestBulk) => ask(requestBulk, request),
  /** Ends a request; `agreedWith` names the supplier who delivers, by account. */
  end: (request: string, agreedWith?: string) =>
    ask(withdrawBulk, { request, ...(agreedWith !== undefined && { agreedWith }) }),
  /** Hides a refused request: the person has read why it was refused. */
  dismiss: (request: string) => attention.putAway(intentId(request)),
}
