import type { Emit } from '../../emit.ts'

/** How many accounts stand, by role. Visitors are among them: whoever counts people leaves them out. */
export function map({ type, status, role }: { type?: unknown; status?: unknown; role?: unknown }, emit: Emit): void {
  if (type === 'account' && status === 'active') emit(role, null)
}
