import type { Couch } from '../couch/couch.ts'
import type { Figures } from './partner-record.ts'

/** An average shows from this many ratings on and moves by as many, so that a partner cannot tell who gave which. */
const RATINGS_AT_ONCE = 5

/** Counts a partner's lifetime figures from the views, which may lag by a moment. */
export async function countFigures(couch: Couch, account: string, before: Figures): Promise<Figures> {
  const [counted, earned] = await Promise.all([
    couch.db('orders').reduced<{ sum: number; count: number }>('by-partner', account),
    couch.db('partners').reduced('earned', account),
  ])
  const byWhat = new Map([...counted].map(([key, value]) => [(key as [string, string])[1], value]))
  const stars = byWhat.get('stars')
  const hasMoved = stars !== undefined && stars.count - (before.rating?.of ?? 0) >= RATINGS_AT_ONCE
  const rating = hasMoved ? { average: rounded(stars.sum / stars.count), of: stars.count } : before.rating
  return {
    delivered: byWhat.get('delivered')?.count ?? 0,
    counted: byWhat.get('counted')?.count ?? 0,
    earnedRupees: [...earned.values()].reduce((sum, rupees) => sum + rupees, 0),
    ...(rating && { rating }),
  }
}

const rounded = (average: number) => Math.round(average * 10) / 10
