import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { closePouch, openPouch } from './pouch.ts'

const held = new Set<string>()

/** Uses LevelDB's lock, which is a lock of the operating system: it ends with the process, however that ends. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = resolve(folder)
  const inUse = new Error(`The folder ${path} is already in use by another Mogra database server.`)
  if (held.has(path)) throw inUse
  held.add(path)
  try {
    await mkdir(path, { recursive: true })
    const lock = await openPouch(join(path, 'lock'), 1)
    return async () => {
      await closePouch(lock)
      held.delete(path)
    }
  } catch (error) {
    held.delete(path)
    if (error instanceof Error && /lock/i.test(error.message)) throw inUse
    throw error
  }
}
