import type { Emit } from '../../emit.ts'

/** Counts mails by status: waiting, being sent, or given up. Sent mails, which are kept for months, are left out. */
export function map({ type, status }: { type?: unknown; status?: unknown }, emit: Emit): void {
  if (type === 'mail' && status !== 'sent') emit(status, null)
}
