import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunResult } from './run-property.ts'

/** Histories that are played one after another, from a seed of their own. */
export interface WorkerSettings {
  runs: number
  seed: number
  isDatabaseApart: boolean
  /** Of one that was found, or how many of the seed's are left out. */
  path?: string | undefined
  /** Planted. */
  fault?: string | undefined
}

/** What a lane's process tells. */
export interface WorkerMessage {
  began?: { nth: number; history: string[] }
  failed?: { history: string[]; problems: string }
  played?: RunResult
}

type Say = (text: string) => void

const ENTRY = new URL('./worker.ts', import.meta.url)
const SAID_EVERY = 25
/** A process that begins no history for so long hangs: each history ends itself after 5 min, and is played up to 3 times. */
const HANGS_AFTER_MS = 20 * 60_000
/** Modules as they were compiled once, by their contents; services and databases inherit it. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'mogra-histories-compiled') }

/** After so many a process that keeps all that was ever stored is slow: the next ones get another, and another service. */
const STRETCH = 250

/** Until one fails. */
export async function runWorker(lane: WorkerSettings, say: Say = () => undefined): Promise<RunResult> {
  // A single one, which was found by shrinking.
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

/** In a process of its own: sources are rewritten as they are loaded, and a device layer keeps a core busy. */
function playStretch(lane: WorkerSettings, path: string, say: Say): Promise<RunResult> {
  const child = fork(ENTRY, [JSON.stringify({ ...lane, path })], { env: { ...process.env, ...COMPILED } })
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
