import type { Emit } from '../../emit.ts'

interface Doc {
  type?: unknown
  partner?: unknown
  rupees?: unknown
  held?: unknown
  notPaid?: unknown
}

/** What each partner has earned in rupees, without what is held or was not paid: `[partner]` → rupees. */
export function map({ type, partner, rupees, held, notPaid }: Doc, emit: Emit): void {
  if (type === 'earning' && held !== true && notPaid !== true && typeof rupees === 'number') emit([partner], rupees)
}
