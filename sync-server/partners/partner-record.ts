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
}

export interface Duty {
  isOnline: boolean
  /** Since when it is so. */
  since: string
  /** When it ends by itself, if it is on. */
  endsAt?: string
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

export const NO_FIGURES: Figures = { delivered: 0, counted: 0, earnedRupees: 0 }

export const contentOf = (partner: PartnerRecord): PartnerContent => {
  const { type, account, duty, changedIn, figures, figuresDueAt, isSecondLook, payoutDueAt } = partner
  return {
    ...{ type, account, duty, figures },
    ...(changedIn !== undefined && { changedIn }),
    ...(figuresDueAt !== undefined && { figuresDueAt }),
    ...(isSecondLook && { isSecondLook }),
    ...(payoutDueAt !== undefined && { payoutDueAt }),
  }
}
