import type { Remote } from './replicate.ts'

/**
 * Opens a database behind the gate. The replication code is loaded when it is first needed: the first screen does not
 * wait for it.
 */
export async function openRemote(origin: string, name: string, fetch: typeof globalThis.fetch): Promise<Remote> {
  const { connect } = await loadReplication()
  return connect(`${origin}/db/${name}`, fetch)
}

/** After an update this chunk may no longer exist on the server, so every page that may lead loads it before that. */
export const loadReplication = () => import('./replicate.ts')
