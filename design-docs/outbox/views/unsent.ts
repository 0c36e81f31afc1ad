import type { Emit } from '../../emit.ts'

/** How many mails wait, are being sent or were given up, by status. Sent ones stay for ever and are left out. */
export function map({ type, status }: { type?: unknown; status?: unknown }, emit: Emit): void {
  if (type === 'mail' && status !== 'sent') emit(status, null)
}
