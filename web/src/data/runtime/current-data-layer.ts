import { browserEnvironment } from './browser-environment.ts'
import { type DataLayer, openDataLayer } from './data-layer.ts'

let device: DataLayer | undefined

/** This page's device, opened when first needed. */
export const currentDataLayer = (): DataLayer => {
  device ??= openDataLayer(browserEnvironment())
  return device
}

/** For tests: another device takes its place. */
export const replaceDataLayer = (other: DataLayer | undefined): void => {
  device = other
}
