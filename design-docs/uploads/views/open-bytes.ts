import type { Emit } from '../../emit.ts'
import { MOST_PIECE_BYTES } from '../most-piece-bytes.ts'

/**
 * The room that the uploads take which no application has claimed: their announced sizes, but at most one piece until
 * the first piece is there. A type is known from then on. Otherwise anyone could use up the room by announcements.
 */
export function map(
  { type, touchedAt, size, fileType }: { type?: unknown; touchedAt?: unknown; size?: unknown; fileType?: unknown },
  emit: Emit,
): void {
  if (type !== 'upload' || touchedAt === undefined || typeof size !== 'number') return
  emit(null, fileType === undefined ? Math.min(size, MOST_PIECE_BYTES) : size)
}
