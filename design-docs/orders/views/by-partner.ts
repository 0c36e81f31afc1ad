import type { Emit } from '../../emit.ts'

interface DeliveredOrder {
  type?: unknown
  delivery?: { state?: unknown; rounds?: readonly { partner?: unknown; ended?: unknown }[] }
  rating?: { stars?: unknown }
}

/**
 * What a partner's figures count: `[partner, 'counted']` for each order that they had and that was neither taken back
 * nor given to another who had the flowers, `[partner, 'delivered']`, and `[partner, 'stars']` → the stars.
 */
export function map({ type, delivery, rating }: DeliveredOrder, emit: Emit): void {
  if (type !== 'order' || delivery === undefined || delivery.rounds === undefined) return
  // By a partner's account: how their last round ended.
  const lasts: Record<string, unknown> = {}
  for (const { partner, ended } of delivery.rounds) lasts[String(partner)] = ended
  for (const partner of Object.keys(lasts)) {
    const ended = lasts[partner]
    if (ended !== 'taken_back' && ended !== 'displaced') emit([partner, 'counted'], 1)
    if (ended !== undefined || delivery.state !== 'delivered') continue
    emit([partner, 'delivered'], 1)
    if (rating !== undefined && typeof rating.stars === 'number') emit([partner, 'stars'], rating.stars)
  }
}
