import { createHash } from 'node:crypto'
import { weekBegin } from '#model'
import type { Content, CoreDocument } from '../core/core-document.ts'
import type { DecisionOrder } from '../lease/decision-order.ts'

/** A partner's duty and figures, and when the next payout is made: `partner:<account>` of `partners`. */
export interface PartnerRecord extends CoreDocument {
  type: 'partner'
  account: string
  duty: Duty
  /** The turn in which each of its parts was last changed. */
  changedIn?: Record<string, DecisionOrder>
  figures: Figures
  /** When the figures are counted again; absent while nothing has happened since. */
  figuresDueAt?: string
  /** Set when they were counted at once: a view may have lagged. */
  isSecondLook?: true
  /** The moment of the partner's Friday; absent once the account is deleted. */
  payoutDueAt?: string
  /** The awards that were taken back on the day of the last one. */
  takenBack?: readonly { id: string; at: string }[]
  /** The releases of the day of the last one, by the ULIDs of their intents. */
  releases?: readonly { intent: string; at: string }[]
  /** What ended the duty last, so that a repeat does not end it again. */
  endedBy?: readonly string[]
}

interface Duty {
  isOnline: boolean
  /** When it was last switched. */
  since: string
  /** When it ends by itself, if it is on. */
  endsAt?: string
  /** The city in which the partner is on duty. */
  city?: string
}

export interface Figures {
  delivered: number
  /** Awarded, and neither taken back nor given to another. */
  counted: number
  earnedRupees: number
  /** The average, and the number of ratings that it counts. */
  rating?: { average: number; of: number }
}

export type PartnerContent = Content<PartnerRecord>

export const partnerId = (account: string) => `partner:${account}`

const NO_FIGURES: Figures = { delivered: 0, counted: 0, earnedRupees: 0 }

const WEEK_MS = 7 * 86_400_000
/** The payouts of a Friday are spread, because all of them at once would keep everything else waiting. */
const SPREAD_MS = 2 * 3_600_000

export const newPartner = (account: string, at: Date): PartnerContent => ({
  ...{ type: 'partner', account, figures: NO_FIGURES, payoutDueAt: nextFriday(account, at) },
  duty: { isOnline: false, since: at.toISOString() },
})

/** The partner's moment within two hours after the next Friday 00:00 in India. */
export function nextFriday(account: string, now: Date): string {
  const spreadMs = createHash('sha256').update(account).digest().readUInt32BE() % SPREAD_MS
  const thisWeekMs = weekBegin(now).getTime() + spreadMs
  return new Date(thisWeekMs > now.getTime() ? thisWeekMs : thisWeekMs + WEEK_MS).toISOString()
}
