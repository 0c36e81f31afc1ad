import type { Emit } from '../../emit.ts'

/** The bulk requests by each supplier who has or had interest. */
export function map({ type, interested }: { type?: unknown; interested?: object }, emit: Emit): void {
  if (type !== 'bulk' || interested === undefined) return
  for (const supplier of Object.keys(interested)) emit(supplier, null)
}
