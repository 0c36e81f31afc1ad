import { type AskedIntent, stageOf } from '../intents/asked-intent.ts'
import type { DocumentOf } from '../intents/define-intent.ts'
import { ulidOf } from '../intents/intent-ids.ts'
import { isUrgent, lastCallAt } from './delivery-deadlines.ts'
import { type DeliveryFact, type DeliveryRow, deliveryId } from './delivery-fact.ts'
import { ACCEPT_WITHIN_MINUTES, type acceptDelivery } from './delivery-intents.ts'

export type AskedAccept = AskedIntent<DocumentOf<typeof acceptDelivery>>

const MINUTE_MS = 60_000
/** A lost claim is shown for this long. */
const LOST_IS_NEWS_MS = 60 * MINUTE_MS
/** A partner who was refused for one of these reasons would be refused again. */
const NEVER_AGAIN: readonly string[] = ['own_order', 'not_your_city', 'had_it_before'] satisfies Reason[]
type Reason = (typeof acceptDelivery)['refusals'][number]

/** An open delivery that the partner can accept or decline. */
export interface RequestView {
  row: DeliveryRow
  isUrgent: boolean
  /** The partner has accepted it before and was refused: auto accept leaves it alone. */
  wasRefused: boolean
}

/** A delivery that the partner has accepted and that is not confirmed yet. */
export interface ClaimView {
  /** The ULID of the order. */
  order: string
  /** Absent once the row is closed. */
  row?: DeliveryRow | undefined
  stage: 'saved' | 'sent'
  /** When it reached its stage. */
  at: string
  /** The service refuses a claim of this age, so the partner should not count on it. */
  isLate: boolean
}

/** A claim that the service refused. */
export interface LostClaim {
  reason: string
  at: string
}

export interface RequestsView {
  /** The requests within the partner's radius, and those whose distance is unknown; urgent ones and near ones first. */
  near: RequestView[]
  /** The requests beyond the radius. */
  far: RequestView[]
  /** Oldest first. */
  claims: ClaimView[]
  /** The last claim that was lost, until the partner accepts something else. */
  lost?: LostClaim | undefined
}

interface Known {
  rows: readonly DeliveryRow[]
  /** The deliveries that this partner has or ever had. */
  had: readonly Pick<DeliveryFact, '_id'>[]
  asked: readonly AskedAccept[]
  /** ULIDs of the orders that were declined. */
  declined: ReadonlySet<string>
  /** In kilometres; without one, nothing is far. */
  radiusKm?: number | undefined
}

/** Applies a partner's claims and declined marks to the open deliveries of the city. */
export function foldRequests({ rows, had, asked, declined, radiusKm }: Known, now: Date): RequestsView {
  const mine = new Set(had.map(({ _id }) => _id))
  const byId = new Map(rows.map((row) => [row._id, row]))
  const oldestFirst = asked.toSorted((a, b) => (a.intent._id < b.intent._id ? -1 : 1))
  const waiting = oldestFirst.filter(
    ({ intent, receipt }) => receipt?.outcome !== 'refused' && !mine.has(deliveryId(intent.payload.order)),
  )
  // Two devices of the account may have claimed the same order: it is shown once.
  const claims = [...new Map(waiting.map((one) => [one.intent.payload.order, one])).values()].map((one) =>
    claimOf(one, byId.get(deliveryId(one.intent.payload.order)), now),
  )
  const refused = new Map(
    oldestFirst.flatMap(({ intent, receipt }) =>
      receipt?.outcome === 'refused' ? [[deliveryId(intent.payload.order), receipt.reason ?? '']] : [],
    ),
  )
  const claimed = new Set(claims.map(({ order }) => deliveryId(order)))
  const isFree = ({ _id }: DeliveryRow) =>
    !(mine.has(_id) || claimed.has(_id) || declined.has(ulidOf(_id)) || NEVER_AGAIN.includes(refused.get(_id) ?? ''))
  const requests = rows
    .filter((row) => isFree(row) && !isOver(row, now))
    .map((row) => ({ row, isUrgent: isUrgent(row, now), wasRefused: refused.has(row._id) }))
    .sort(bySoonest)
  const isFar = ({ row: { distanceKm } }: RequestView) =>
    radiusKm !== undefined && distanceKm !== undefined && distanceKm > radiusKm
  return {
    ...{ near: requests.filter((one) => !isFar(one)), far: requests.filter(isFar), claims },
    lost: lostAmong(oldestFirst, now),
  }
}

/**
 * Returns the open delivery that a phone accepts by itself: the nearest one within the radius whose distance is known.
 * Undefined while something is carried or claimed.
 */
export function autoAccepted({ near, claims }: RequestsView, carried: number): DeliveryRow | undefined {
  if (carried > 0 || claims.length > 0) return undefined
  const known = near.flatMap(({ row, wasRefused }) => (row.distanceKm === undefined || wasRefused ? [] : [row]))
  return known.toSorted((a, b) => distanceOf(a) - distanceOf(b)).at(0)
}

/** A row of a day whose feed is no longer pulled is never closed on this phone, so the last call hides it. */
const isOver = (row: DeliveryRow, now: Date) => Date.parse(lastCallAt(row, row.openedAt)) <= now.getTime()

function claimOf(asked: AskedAccept, row: DeliveryRow | undefined, now: Date): ClaimView {
  const { intent, receipt } = asked
  const isLate = !receipt && now.getTime() - Date.parse(intent.madeAt) > ACCEPT_WITHIN_MINUTES * MINUTE_MS
  return { order: intent.payload.order, row, ...stageOf(asked), isLate }
}

/** Returns the newest claim if it was refused within the last hour. */
function lostAmong(oldestFirst: readonly AskedAccept[], now: Date): LostClaim | undefined {
  const last = oldestFirst.at(-1)
  if (last?.receipt?.outcome !== 'refused') return undefined
  const { reason = 'refused', decidedAt } = last.receipt
  if (now.getTime() - Date.parse(decidedAt) > LOST_IS_NEWS_MS) return undefined
  return { reason, at: decidedAt }
}

const distanceOf = ({ distanceKm }: DeliveryRow) => distanceKm ?? Number.POSITIVE_INFINITY

function bySoonest(a: RequestView, b: RequestView): number {
  if (a.isUrgent !== b.isUrgent) return a.isUrgent ? -1 : 1
  const [one, other] = [distanceOf(a.row), distanceOf(b.row)]
  if (one !== other) return one < other ? -1 : 1
  return a.row.openedAt < b.row.openedAt ? -1 : 1
}
