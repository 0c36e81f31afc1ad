import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Played } from './play.ts'

/** Histories that are played one after another, on a service and from a seed of their own. */
export interface Lane {
  runs: number
  seed: number
  isDatabaseApart: boolean
  /** Of one that was found. */
  path?: string | undefined
  /** Planted. */
  fault?: string | undefined
}

/** What a lane's process tells. */
export interface LaneMessage {
  began?: { nth: number; history: string[] }
  failed?: { history: string[]; problems: string }
  played?: Played
}

interface Listening {
  /** It is ended then, and what it was at is named. */
  until: number | undefined
  say?: (text: string) => void
}

const ENTRY = new URL('./lane.ts', import.meta.url)
const SAID_EVERY = 25
/** Modules as they were compiled once, by their contents; services and databases inherit it. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'mogra-histories-compiled') }

/** In a process of its own: sources are rewritten as they are loaded, and a device layer keeps a core busy. */
export function playLane(lane: Lane, { until, say = () => undefined }: Listening): Promise<Played> {
  const child = fork(ENTRY, [JSON.stringify(lane)], { env: { ...process.env, ...COMPILED } })
  let at = { nth: 0, history: [] as string[] }
  let played: Played | undefined
  let isLate = false
  function end() {
    isLate = true
    child.kill('SIGKILL')
  }
  const patience = until === undefined ? undefined : setTimeout(end, until - Date.now())
  child.on('message', ({ began, failed, played: all }: LaneMessage) => {
    played ??= all
    if (failed) say(`a history of ${failed.history.length} fails: ${failed.problems.replaceAll('\n', '; ')}`)
    if (!began) return
    at = began
    if (at.nth > 0 && at.nth % SAID_EVERY === 0) say(`${at.nth} histories, ${Math.round(process.uptime())} s`)
  })
  const ended = Promise.withResolvers<Played>()
  child.once('exit', (code, signal) => {
    clearTimeout(patience)
    if (played) return ended.resolve(played)
    const how = isLate ? 'it was not over in time' : `its process ended by itself (${signal ?? code})`
    const { nth, history } = at
    const failure = {
      ...{ history, problems: `${how}, at history ${nth + 1}`, path: lane.path ?? String(nth) },
      ...{ shrunk: 0, isStumble: true },
    }
    ended.resolve({ passed: nth, met: {}, unsteady: [], failure })
  })
  return ended.promise
}
