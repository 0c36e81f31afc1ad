// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { openLocalData } from '../testing/render-with-local-data.tsx'
import { networkAgain } from './network-again.ts'

const LONG_MS = 600_000

test('waiting ends when the service is heard again', async () => {
  const device = await openLocalData()
  device.setOnline(false)
  const again = networkAgain(LONG_MS)
  device.setOnline(true)
  await again
})

test('a status that nobody followed, and so is out of date, does not end the waiting with an error', async () => {
  const device = await openLocalData()
  device.setOnline(false)
  device.status.subscribe(() => undefined)()
  device.setOnline(true)
  expect(device.status.get().state).toBe('offline')
  const again = networkAgain(LONG_MS)
  device.setOnline(false)
  device.setOnline(true)
  await again
})
