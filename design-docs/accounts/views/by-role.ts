import type { Emit } from '../../emit.ts'

/** Counts active accounts by role. Visitors are included, so a caller that counts people must leave them out. */
export function map({ type, status, role }: { type?: unknown; status?: unknown; role?: unknown }, emit: Emit): void {
  if (type === 'account' && status === 'active') emit(role, null)
}
