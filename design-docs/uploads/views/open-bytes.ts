import type { Emit } from '../../emit.ts'

/** The announced sizes of the uploads that no application has claimed. */
export function map(
  { type, touchedAt, size }: { type?: unknown; touchedAt?: unknown; size?: unknown },
  emit: Emit,
): void {
  if (type === 'upload' && touchedAt !== undefined && typeof size === 'number') emit(null, size)
}
