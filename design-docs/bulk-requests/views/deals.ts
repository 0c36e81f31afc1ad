import type { Emit } from '../../emit.ts'

/** The bulk requests that ended as agreed, by the supplier. */
export function map({ type, agreedWith }: { type?: unknown; agreedWith?: unknown }, emit: Emit): void {
  if (type === 'bulk' && agreedWith !== undefined) emit(agreedWith, null)
}
