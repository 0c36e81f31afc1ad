import type { Environment } from '../platform/environment.ts'
import { randomId } from '../platform/random-id.ts'

type Here = Pick<Environment, 'name' | 'values'>

/** Its value changes with every change of the files, so that all pages read them again; absent without files. */
const CHANGED = 'mogra_files'

/** Files that were chosen for an application: plain IndexedDB, because nothing of it is ever replicated. */
export const filesDatabaseOf = ({ name }: Here): string => `${name}-files`

export const hasChosenFiles = ({ values }: Here): boolean => values.get(CHANGED) !== undefined

export const announceChosenFiles = ({ values }: Here, isSome: boolean): void =>
  values.set(CHANGED, isSome ? randomId(8) : undefined)

export const onChosenFiles = ({ values }: Here, listener: () => void): (() => void) =>
  values.subscribe((key) => {
    if (key === undefined || key === CHANGED) listener()
  })

/** At sign-out. A page that is just using the database delays this by a moment. */
export function forgetChosenFiles(here: Here): void {
  if (!hasChosenFiles(here)) return
  indexedDB.deleteDatabase(filesDatabaseOf(here))
  announceChosenFiles(here, false)
}
