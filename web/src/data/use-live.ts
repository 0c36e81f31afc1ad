import { useDeferredValue, useSyncExternalStore } from 'react'
import type { Live, LiveQuery } from './live/live-query.ts'
import { currentDataLayer } from './runtime/current-data-layer.ts'

export type { Live, LiveQuery } from './live/live-query.ts'

/** A query's answer, kept up to date; `loading` only until the first read. */
export function useLive<T>(query: LiveQuery<T>): Live<T> {
  const entry = currentDataLayer().live.entry(query)
  entry.begin()
  return useSyncExternalStore(entry.subscribe, entry.answer, entry.answer)
}

/**
 * For an answer that takes long to draw: it is drawn in slices, between which the page responds, and so appears later
 * than that of another query.
 */
export const useLiveInSlices = <T>(query: LiveQuery<T>): Live<T> => useDeferredValue(useLive(query))
