import { useEffect } from 'react'
import { currentDataLayer } from '../runtime/current-data-layer.ts'

/** Screens that show prices call this: when one opens, the catalogue is asked again unless the last look is recent. */
export function useFreshCatalogue(): void {
  useEffect(() => currentDataLayer().supervisor.lookAtCatalogue(), [])
}
