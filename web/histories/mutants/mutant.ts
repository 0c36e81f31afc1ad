import type { Command } from '../commands.ts'
import type { Edit } from './loader-hook.ts'

/** For the end of a history: what the fault breaks may never come to rest. */
export const REST: Command = { do: 'rest' }
/** For what the next commands need: it waits for it on a busy machine, too. */
export const SETTLED: Command = { do: 'rest', atMostMs: 30_000 }

/** A fault that is planted in one place of the product; the histories must notice it. */
export interface Mutant {
  name: string
  where: 'device' | 'service'
  edits: readonly Edit[]
  /** A history that leads to the fault and runs first; if absent, random histories must find the fault. */
  history?: readonly Command[]
  /** The fault must be noticed within this many histories. */
  within?: number
  isDatabaseApart?: boolean
}
