/** The fault of one request. */
export interface Fault {
  /** The copies that a write reaches immediately; the others follow later. Default: all three. */
  copies?: readonly number[]
  /** The connection is cut, or an error is returned, before or after the request was handled. */
  answer?: 'cut before' | 'cut after' | '500 before' | '500 after' | '503 before'
}

/** Probabilities from 0 to 1. */
export interface Odds {
  /** A write does not reach a copy immediately. */
  deaf: number
  cutBefore: number
  cutAfter: number
  serverError: number
  unavailable: number
}

export const NO_FAULTS: Odds = { deaf: 0, cutBefore: 0, cutAfter: 0, serverError: 0, unavailable: 0 }
export const HEAVY_FAULTS: Odds = { deaf: 0.3, cutBefore: 0.04, cutAfter: 0.06, serverError: 0.04, unavailable: 0.03 }

export const REPLICAS = [0, 1, 2] as const

export function drawFault(odds: Odds, random: () => number): Fault {
  const reached = REPLICAS.filter(() => random() >= odds.deaf)
  const copies = reached.length > 0 ? reached : [Math.floor(random() * REPLICAS.length)]
  let dice = random()
  const hits = (chance: number) => {
    dice -= chance
    return dice < 0
  }
  if (hits(odds.cutBefore)) return { copies, answer: 'cut before' }
  if (hits(odds.cutAfter)) return { copies, answer: 'cut after' }
  if (hits(odds.serverError)) return { copies, answer: random() < 0.5 ? '500 before' : '500 after' }
  if (hits(odds.unavailable)) return { copies, answer: '503 before' }
  return { copies }
}
