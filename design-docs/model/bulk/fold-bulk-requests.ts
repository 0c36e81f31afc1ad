import { type AskedIntent, type Stage, stageOf } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { ulidOf } from '../intents/intent-ids.ts'
import type { RequestBulk, requestBulk, withdrawBulk } from './bulk-intents.ts'
import type { BulkRequestFact } from './bulk-request.ts'

type AskedRequest = AskedIntent<DocumentOf<typeof requestBulk>>
type AskedWithdrawal = AskedIntent<DocumentOf<typeof withdrawBulk>>

/** A request as its buyer sees it: as it was asked, and once it is confirmed, as the service keeps it. */
export interface BulkRequestView extends RequestBulk {
  ulid: string
  stage: Stage
  /** When it reached its stage. */
  at: string
  /** Why it was refused. */
  reason?: string | undefined
  /** Absent until it is confirmed. */
  fact?: BulkRequestFact | undefined
  /** The withdrawal that is not confirmed yet, or that was refused. */
  withdrawal?: { stage: Stage; at: string; agreedWith?: string | undefined; reason?: string | undefined } | undefined
}

function progressOf(asked: AskedRequest | AskedWithdrawal) {
  const { receipt } = asked
  if (!receipt) return stageOf(asked)
  const { outcome, decidedAt: at, reason = 'other' } = receipt
  return outcome === 'refused' ? ({ stage: 'refused', at, reason } as const) : ({ stage: 'confirmed', at } as const)
}

/** Returns the buyer's requests, newest first, with the requests and withdrawals that are not decided yet. */
export function foldBulkRequests(
  facts: readonly BulkRequestFact[],
  requests: readonly AskedRequest[],
  withdrawals: readonly AskedWithdrawal[],
): BulkRequestView[] {
  const factOf = new Map(facts.map((fact) => [ulidOf(fact._id), fact]))
  const withdrawalOf = new Map(
    withdrawals
      .toSorted((a, b) => (a.intent._id < b.intent._id ? -1 : 1))
      .map((asked) => [asked.intent.payload.request, asked]),
  )
  const confirmed = [...factOf].map(([ulid, fact]): BulkRequestView => {
    const { buyerName, phone, email, city, deliveryAddress, flowerTypes, quantity, quantityUnit, deliveryDate } = fact
    const asked = fact.state === 'pending' ? withdrawalOf.get(ulid) : undefined
    return {
      ...{ ulid, stage: 'confirmed', at: fact.changedAt, fact },
      ...{ buyerName, phone, email, city, deliveryAddress, flowerTypes, quantity, quantityUnit, deliveryDate },
      additionalNotes: fact.additionalNotes,
      ...(asked && { withdrawal: { ...progressOf(asked), agreedWith: asked.intent.payload.agreedWith } }),
    }
  })
  const waiting = requests
    .filter(({ intent }) => !factOf.has(ulidOf(intent._id)))
    .map((asked): BulkRequestView => {
      const ulid = ulidOf(asked.intent._id)
      const withdrawal = withdrawalOf.get(ulid)
      return {
        ...asked.intent.payload,
        ...{ ulid, ...progressOf(asked) },
        ...(withdrawal && {
          withdrawal: { ...progressOf(withdrawal), agreedWith: withdrawal.intent.payload.agreedWith },
        }),
      }
    })
  return [...confirmed, ...waiting].sort((a, b) => (a.ulid < b.ulid ? 1 : -1))
}
