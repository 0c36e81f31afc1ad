import { currentDataLayer } from './runtime/current-data-layer.ts'

/** Calls `tell` once for each time that this device's clock turns out to be wrong, while somebody looks at the page. */
export function onWrongClock(tell: () => void): () => void {
  const { clock, environment } = currentDataLayer()
  const look = () => {
    if (environment.isVisible() && clock.tellsWrong()) tell()
  }
  look()
  const stop = [clock.subscribe(look), environment.onWake(look)]
  return () => {
    for (const end of stop) end()
  }
}
