import { execFile, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RunResult } from './run-property.ts'

/** The settings of a worker, which runs histories one after another from its own seed. */
export interface WorkerSettings {
  runs: number
  seed: number
  isDatabaseApart: boolean
  /** The path of a failing history, or the number of histories to skip. */
  path?: string | undefined
  /** The name of the planted fault. */
  fault?: string | undefined
}

/** A message of a worker's process. */
export interface WorkerMessage {
  began?: { nth: number; history: string[] }
  failed?: { history: string[]; problems: string }
  played?: RunResult
}

type Say = (text: string) => void

const ENTRY = new URL('./worker.ts', import.meta.url)
const SAID_EVERY = 25
/** A process that begins no history for so long hangs: a step of 3 min ends its history, which is played up to 3 times. */
const HANGS_AFTER_MS = 20 * 60_000
/** A cache of compiled modules by their contents; services and databases inherit it. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'mogra-compiled') }

const STARTED = fileURLToPath(new URL('../../sync-server/testing/print-started-folder.ts', import.meta.url))
const START_MS = 120_000
let started: Promise<string> | undefined

/** Returns the data folder of a service without faults that has started once; histories begin with a copy. */
function startedFolder(): Promise<string> {
  started ??= start().catch((error: unknown) => {
    started = undefined
    throw error
  })
  return started
}

async function start(): Promise<string> {
  const shared = mkdtempSync(join(tmpdir(), 'mogra-started-'))
  process.once('exit', () => rmSync(shared, { recursive: true, force: true }))
  const env = { ...process.env, ...COMPILED, MOGRA_TEST_SHARED: shared }
  const { stdout } = await promisify(execFile)(process.execPath, [STARTED], { env, timeout: START_MS })
  return stdout
}

/** After this many histories a new process and a new service start, because all stored data makes the old ones slow. */
const STRETCH = 250

/** Runs histories until one fails. */
export async function runWorker(lane: WorkerSettings, say: Say = () => undefined): Promise<RunResult> {
  // A path with a colon is a single history that was found by shrinking.
  if (lane.path?.includes(':')) return playStretch(lane, lane.path, say)
  const before = Number(lane.path ?? 0)
  const all: RunResult = { passed: 0, met: {}, unsteady: [] }
  for (let begun = 0; begun < lane.runs; begun += STRETCH) {
    const stretch = { ...lane, runs: Math.min(STRETCH, lane.runs - begun) }
    const { passed, met, unsteady, failure } = await playStretch(stretch, String(before + begun), say)
    all.passed += passed
    all.unsteady.push(...unsteady)
    for (const [fault, n] of Object.entries(met)) all.met[fault] = (all.met[fault] ?? 0) + n
    if (failure) return { ...all, failure }
  }
  return all
}

/** Starts a separate process: sources are rewritten when they are loaded, and the data layer uses a whole core. */
async function playStretch(lane: WorkerSettings, path: string, say: Say): Promise<RunResult> {
  const HISTORY_STARTED = lane.isDatabaseApart ? undefined : await startedFolder()
  const env = { ...process.env, ...COMPILED, HISTORY_STARTED }
  const child = fork(ENTRY, [JSON.stringify({ ...lane, path })], { env })
  const before = Number.parseInt(path, 10)
  let at = { nth: 0, history: [] as string[] }
  let played: RunResult | undefined
  let isHanging = false
  const watchdog = setTimeout(() => {
    isHanging = true
    child.kill('SIGKILL')
  }, HANGS_AFTER_MS)
  child.on('message', ({ began, failed, played: all }: WorkerMessage) => {
    watchdog.refresh()
    played ??= all
    if (failed) say(`a history of ${failed.history.length} fails: ${failed.problems.replaceAll('\n', '; ')}`)
    if (!began) return
    at = began
    const nth = before + at.nth
    if (nth > 0 && nth % SAID_EVERY === 0) say(`${nth} histories, ${Math.round(process.uptime())} s`)
  })
  const ended = Promise.withResolvers<RunResult>()
  child.once('exit', (code, signal) => {
    clearTimeout(watchdog)
    if (played) return ended.resolve(played)
    const how = isHanging ? 'it hangs' : `its process ended by itself (${signal ?? code})`
    const { nth, history } = at
    const failure = {
      ...{ history, problems: `${how}, at history ${before + nth + 1}` },
      ...{ path: nth === 0 ? path : String(before + nth), shrunk: 0, isStumble: true },
    }
    ended.resolve({ passed: nth, met: {}, unsteady: [], failure })
  })
  return ended.promise
}
