import { type AskedIntent, type Stage, stageOf } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { ulidOf } from '../intents/intent-ids.ts'
import type { showInterest, withdrawInterest } from './bulk-intents.ts'
import type { BulkInterestFact, BulkRow } from './bulk-request.ts'

type AskedChange = AskedIntent<DocumentOf<typeof showInterest> | DocumentOf<typeof withdrawInterest>>

/** A request as a supplier sees it, with the supplier's own interest. */
export interface BulkRowView {
  ulid: string
  /** Absent once the request has ended. */
  row?: BulkRow | undefined
  /** Absent if the supplier never showed interest, or nothing is confirmed yet. */
  fact?: BulkInterestFact | undefined
  /** Whether the supplier is interested, as far as this device knows: changes that are not confirmed yet count. */
  isInterested: boolean
  /** The supplier's last change, if it is not confirmed yet or was refused. */
  change?: { kind: 'show-interest' | 'withdraw-interest'; stage: Stage; at: string; reason?: string } | undefined
}

/**
 * Folds a supplier's changes of interest over the open requests of the feed and over the facts of those that the
 * supplier is or was interested in; the newest request first.
 */
export function foldInterests(
  rows: readonly BulkRow[],
  facts: readonly BulkInterestFact[],
  asked: readonly AskedChange[],
): BulkRowView[] {
  const rowOf = new Map(rows.map((row) => [ulidOf(row._id), row]))
  const factOf = new Map(facts.map((fact) => [ulidOf(fact._id), fact]))
  const lastOf = new Map(
    asked.toSorted((a, b) => (a.intent._id < b.intent._id ? -1 : 1)).map((one) => [one.intent.payload.request, one]),
  )
  const ulids = [...new Set([...rowOf.keys(), ...factOf.keys()])].sort().reverse()
  return ulids.map((ulid) => {
    const fact = factOf.get(ulid)
    const last = lastOf.get(ulid)
    const isConfirmed = fact?.state === 'interested' || fact?.state === 'agreed'
    const view = { ulid, row: rowOf.get(ulid), fact, isInterested: isConfirmed }
    if (!last || last.receipt?.outcome === 'done') return view
    const { kind } = last.intent
    if (last.receipt) {
      const { decidedAt, reason = 'other' } = last.receipt
      return { ...view, change: { kind, stage: 'refused', at: decidedAt, reason } }
    }
    return { ...view, isInterested: kind === 'show-interest', change: { kind, ...stageOf(last) } }
  })
}
