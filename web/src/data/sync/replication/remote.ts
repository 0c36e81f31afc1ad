import type { Remote } from './replicate.ts'

/** A database behind the gate. What replicates comes when it is first needed: nothing that is shown waits for it. */
export async function openRemote(origin: string, name: string, fetch: typeof globalThis.fetch): Promise<Remote> {
  const { connect } = await loadReplication()
  return connect(`${origin}/db/${name}`, fetch)
}

/** After an update the address of this chunk may be no one's any more: whoever may lead has it before that. */
export const loadReplication = () => import('./replicate.ts')
