import type { Command } from '../commands.ts'
import type { Edit } from './loader-hook.ts'

/** The product, broken on purpose in one place: a history that does not notice is worth nothing. */
export interface Mutant {
  name: string
  where: 'device' | 'service'
  edits: readonly Edit[]
  /** Played first. Absent: chance finds it. */
  history?: readonly Command[]
  /** Within so many histories it must be noticed. */
  within?: number
  isDatabaseApart?: boolean
}
