import type { Emit } from '../../emit.ts'

/** Counts the tickets that wait for an answer. */
export function map({ type, state }: { type?: unknown; state?: unknown }, emit: Emit): void {
  if (type === 'ticket' && state === 'open') emit(null, null)
}
