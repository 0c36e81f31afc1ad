import { type KeyFolder, openKeyFolder, type StoredKeys } from '../settings/keys.ts'

/** Returns the folder's keys, and creates them if there are none, whatever keys the database was made with. */
export async function keysIn(folder: KeyFolder | string): Promise<StoredKeys> {
  const { read, draft, keep } = typeof folder === 'string' ? await openKeyFolder(folder) : folder
  const own = await read()
  if (own) return own
  const made = await draft()
  await keep(made)
  return made
}
