import type { Emit } from '../../emit.ts'

interface Supplier {
  type?: unknown
  status?: unknown
  role?: unknown
  citiesServed?: readonly unknown[]
}

/** The wholesale suppliers by each city that they serve. */
export function map({ type, status, role, citiesServed }: Supplier, emit: Emit): void {
  if (type !== 'account' || status !== 'active' || role !== 'SUPPLIER' || citiesServed === undefined) return
  for (const city of citiesServed) emit(city, null)
}
