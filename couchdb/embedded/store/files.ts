import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Writes a new file, syncs and renames it: the file is never half written, and is on the disk on return. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}

/** Continuing without this file would mean continuing without its data, so a person has to decide what to do. */
export class DamagedFile extends Error {
  constructor(path: string) {
    super(`${path} is damaged or missing. Put it back from a backup, or move its folder away to start without it.`)
  }
}

/** Returns `undefined` if there is no such file; throws `DamagedFile` if it does not contain JSON. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new DamagedFile(path)
  }
}

export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
  await syncFolder(dirname(from))
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** LevelDB writes a whole log (512 KB) and a manifest when it opens. */
const ROOM_TO_OPEN = Buffer.alloc(1024 * 1024)

export async function hasRoom(folder: string): Promise<boolean> {
  const probe = join(dirname(folder), 'room-probe')
  try {
    await writeFile(probe, ROOM_TO_OPEN, { flush: true })
    return true
  } catch {
    return false
  } finally {
    await rm(probe, { force: true })
  }
}
