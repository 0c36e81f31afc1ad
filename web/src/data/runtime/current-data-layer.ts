import { browserEnvironment } from './browser-environment.ts'
import { type DataLayer, openDataLayer } from './data-layer.ts'

let device: DataLayer | undefined

/** This page's data layer, opened when it is first needed. */
export const currentDataLayer = (): DataLayer => {
  device ??= openDataLayer(browserEnvironment())
  return device
}

/** For tests: replaces this page's data layer. */
export const replaceDataLayer = (other: DataLayer | undefined): void => {
  device = other
}
