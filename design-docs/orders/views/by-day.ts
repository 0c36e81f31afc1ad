import type { Emit } from '../../emit.ts'

const INDIA_AHEAD_MS = 19_800_000

/** Orders by the day of their confirmation in India: `[day, whether it counts as sold]` → its total in rupees. */
export function map(
  {
    type,
    status,
    confirmedAt,
    totalRupees,
  }: {
    type?: unknown
    status?: unknown
    confirmedAt?: unknown
    totalRupees?: unknown
  },
  emit: Emit,
): void {
  if (type !== 'order' || typeof confirmedAt !== 'string' || typeof totalRupees !== 'number') return
  const at = Date.parse(confirmedAt)
  if (Number.isNaN(at)) return
  const isSold = status !== 'cancelled' && status !== 'failed'
  emit([new Date(at + INDIA_AHEAD_MS).toISOString().slice(0, 10), isSold], totalRupees)
}
