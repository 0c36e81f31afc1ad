import { useCallback, useSyncExternalStore } from 'react'
import { currentDataLayer } from './runtime/current-data-layer.ts'

/** Choices that belong to this browser, not to an account. */
export type Preference = 'city'

const keyOf = (name: Preference) => `mogra_${name}`

export function usePreference(name: Preference): [string | undefined, (value: string | undefined) => void] {
  const { values } = currentDataLayer().environment
  const value = useSyncExternalStore(values.subscribe, () => values.get(keyOf(name)))
  const set = useCallback((next: string | undefined) => values.set(keyOf(name), next), [values, name])
  return [value, set]
}
