import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runService } from '../run-service.ts'
import { readSettings } from '../settings/settings.ts'

/** The processes of a test run find their common folder by this variable. */
const SHARED = 'MOGRA_TEST_SHARED'

/** Earlier than the clock of any test, in which the past would otherwise lie in the future. */
const STARTED = '2026-01-01T06:00:00.000Z'

let started: Promise<string> | undefined

/** Returns the data folder of a demo that has started once: a copy of it starts four times as fast as an empty one. */
export function startedFolder(): Promise<string> {
  started ??= start(join(process.env[SHARED] ?? folderOfThisProcess(), 'started'))
  return started
}

async function start(folder: string): Promise<string> {
  if (existsSync(folder)) return folder
  const made = await mkdtemp(`${folder}-`)
  const settings = readSettings({ MOGRA_MODE: 'demo', MOGRA_DATA: made, PORT: '0' })
  const { close } = await runService(settings, { logLevel: 'silent', now: () => new Date(STARTED) })
  await close()
  // If another process was faster, its folder is as good.
  await rename(made, folder).catch(() => rm(made, { recursive: true }))
  return folder
}

function folderOfThisProcess(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mogra-started-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Vitest calls this before it starts the processes of each project. */
export function setup(): void {
  process.env[SHARED] ??= mkdtempSync(join(tmpdir(), 'mogra-shared-'))
}

/** Vitest calls this after they have ended. */
export function teardown(): void {
  rmSync(process.env[SHARED] ?? '', { recursive: true, force: true })
}
