import type { Emit } from '../../emit.ts'

/** Counts the applications that wait for an admin, by type. */
export function map(
  { type, listed, applicationType }: { type?: unknown; listed?: unknown; applicationType?: unknown },
  emit: Emit,
): void {
  if (type === 'application' && listed === true) emit(applicationType, null)
}
