import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { type Command, describeCommand, scenarios } from './commands.ts'
import { checkInvariants, NotConverged } from './invariants/check-invariants.ts'
import { Scenario } from './scenario.ts'
import { openWorld } from './world/world.ts'

interface Options {
  runs: number
  seed: number
  path?: string | undefined
  /** Histories that run before the random ones. */
  first?: readonly (readonly Command[])[]
  /** Whether a failing history is shrunk; otherwise the first one ends the run. */
  isShrunk: boolean
  /** Whether the database is a separate process behind a network with faults. */
  isDatabaseApart?: boolean
  began?: (nth: number, history: string[]) => void
  failed?: (history: string[], problems: string) => void
}

export interface RunResult {
  passed: number
  /** Histories that did not converge once but did when they were repeated, with the options that repeat them. */
  unsteady: string[]
  /** How often each fault and each decision occurred. */
  met: Record<string, number>
  failure?: Failure
}

interface Failure {
  history: string[]
  problems: string
  path: string
  shrunk: number
  /** Whether the run itself failed, and not an invariant. */
  isStumble: boolean
}

/** After this time shrinking ends with the shortest failing history so far. */
const SHRINK_FOR_MS = 150_000
const NEVER = Number.POSITIVE_INFINITY
/** How often a history that did not converge is repeated. */
const PLAYED_AGAIN = 2
/** Longer than any step takes on the busiest machine: a history whose step takes longer hangs. */
const HANGS_MS = 3 * 60_000
const LOOK_MS = 1000

class UnsteadyRun extends Error {}
class HangingRun extends UnsteadyRun {}

/** Runs random histories from the seed, one after another on one service, until one violates an invariant. */
export async function runProperty({
  runs,
  seed,
  path,
  first = [],
  isShrunk,
  isDatabaseApart = false,
  began,
  failed,
}: Options): Promise<RunResult> {
  const world = await openWorld(seed, isDatabaseApart)
  const { service, proxy, database } = world
  const before = Number.parseInt(path ?? '0', 10)
  let begun = 0
  let shrinkUntil = NEVER
  const unsteady: string[] = []
  const decided: Record<string, number> = {}

  function mend() {
    proxy.heal()
    database?.proxy.heal()
  }
  async function playOne(commands: readonly Command[]): Promise<void> {
    if (Date.now() > shrinkUntil) return
    began?.(begun, commands.map(describeCommand))
    begun += 1
    mend()
    const broken = await brokenBy(commands)
    mend()
    if (!broken) return
    if (isShrunk && broken instanceof NotConverged && !(await isUnrestAgain(commands))) {
      const again = `--seed ${seed} --path ${before + begun - 1}`
      // During shrinking it is not reported: the shrunk history could not be repeated by its number.
      if (shrinkUntil === NEVER) unsteady.push(`${broken.message.replaceAll('\n', '; ')} (${again})`)
      return
    }
    shrinkUntil = Math.min(shrinkUntil, Date.now() + SHRINK_FOR_MS)
    failed?.(commands.map(describeCommand), broken.message)
    throw broken
  }

  /** An overloaded machine is late at times, but a real fault fails again. */
  async function isUnrestAgain(commands: readonly Command[]): Promise<boolean> {
    for (let tries = 0; tries < PLAYED_AGAIN; tries += 1) {
      const broken = await brokenBy(commands)
      mend()
      if (broken) return true
    }
    return false
  }

  async function brokenBy(commands: readonly Command[]): Promise<Error | undefined> {
    let doing = ''
    let begunAt = 0
    const begin = (what: string) => {
      doing = what
      begunAt = Date.now()
    }
    async function live() {
      begin('the beginning')
      await service.revive()
      const history = new Scenario(world)
      try {
        await history.begin()
        for (const command of commands) {
          begin(describeCommand(command))
          await history.run(command)
        }
        const problems = await checkInvariants(history, (what) => begin(`the end: ${what}`))
        for (const what of history.decided) decided[what] = (decided[what] ?? 0) + 1
        begin('the browsers close')
        return problems
      } finally {
        await history.close()
      }
    }
    const over = new AbortController()
    const hanging = async () => {
      // A history may take long on a busy machine; it hangs if what it has begun does not end.
      for (;;) {
        await pause(LOOK_MS, undefined, { signal: over.signal })
        if (Date.now() - begunAt > HANGS_MS) throw new HangingRun(`it hangs, for ${HANGS_MS / 60_000} minutes`)
      }
    }
    const crashed = () => {
      const complaint = service.crash()
      return complaint === undefined ? [] : [`the service crashed: ${complaint}`]
    }
    try {
      const problems = [...(await Promise.race([live(), hanging()])), ...crashed()]
      return problems.length === 0 ? undefined : new Error(problems.join('\n'))
    } catch (error) {
      const problems = crashed()
      if (problems.length > 0) return new Error(problems.join('\n'))
      if (error instanceof NotConverged) return error
      // Shrinking is useless if the history did not even begin, or beside one that still hangs.
      if (doing === 'the beginning' || error instanceof HangingRun) shrinkUntil = 0
      return new UnsteadyRun(`${doing}: ${error instanceof Error ? error.stack : error}`)
    } finally {
      over.abort()
    }
  }

  try {
    const result = await fc.check(fc.asyncProperty(scenarios(isDatabaseApart), playOne), {
      numRuns: runs,
      seed,
      endOnFailure: !isShrunk,
      ...(path ? { path } : {}),
      examples: first.map((history): [Command[]] => [[...history]]),
    })
    const { counterexample, counterexamplePath, errorInstance, numRuns, numShrinks } = result
    const met = { ...proxy.met(), ...prefixed('database: ', database?.proxy.met()), ...decided }
    if (!result.failed) return { passed: numRuns, met, unsteady }
    if (!counterexample) throw errorInstance
    const failure = {
      history: counterexample[0].map(describeCommand),
      problems: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
      path: counterexamplePath ?? '',
      shrunk: numShrinks,
      isStumble: errorInstance instanceof UnsteadyRun,
    }
    return { passed: numRuns - 1, met, unsteady, failure }
  } finally {
    await world.close()
  }
}

const prefixed = (prefix: string, met: Record<string, number> = {}) =>
  Object.fromEntries(Object.entries(met).map(([fault, n]) => [prefix + fault, n]))
