import type { Emit } from '../../emit.ts'

/** What each partner has earned in rupees, without what is held: `[partner]` → rupees. */
export function map(
  { type, partner, rupees, held }: { type?: unknown; partner?: unknown; rupees?: unknown; held?: unknown },
  emit: Emit,
): void {
  if (type === 'earning' && held !== true && typeof rupees === 'number') emit([partner], rupees)
}
