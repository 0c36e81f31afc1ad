import { type Device, openDevice } from './device.ts'
import { browserEnvironment } from './environment.ts'

let device: Device | undefined

/** This page's device, opened when first needed. */
export const here = (): Device => {
  device ??= openDevice(browserEnvironment())
  return device
}

/** For tests: another device takes its place. */
export const replaceHere = (other: Device | undefined): void => {
  device = other
}
