import { setPageClock } from '../../clock/page-clock.ts'
import { browserEnvironment } from './browser-environment.ts'
import { type DataLayer, openDataLayer } from './data-layer.ts'

let device: DataLayer | undefined

/** This page's data layer, opened when it is first needed. */
export const currentDataLayer = (): DataLayer => {
  if (device) return device
  const opened = openDataLayer(browserEnvironment())
  replaceDataLayer(opened)
  return opened
}

/** Replaces this page's data layer, by whose clock the page goes; exported for tests. */
export const replaceDataLayer = (other: DataLayer | undefined): void => {
  device = other
  setPageClock(other?.clock)
}
