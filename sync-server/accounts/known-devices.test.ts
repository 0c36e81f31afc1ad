import { beforeAll, expect, test } from 'vitest'
import { makeKeys } from '../settings/keys.ts'
import { readSettings } from '../settings/settings.ts'
import { type KnownDevices, openKnownDevices } from './known-devices.ts'

let devices: KnownDevices
beforeAll(async () => {
  devices = openKnownDevices({ keys: await makeKeys(), settings: readSettings({}) })
})

const EMAIL = 'asha@example.com'
const asking = (cookie = '', ip = '198.51.100.1') => ({ ip, cookies: { known: cookie } })

test('each browser that has signed in is counted separately, at any address', () => {
  const [shop, own] = [devices.cookieFor(EMAIL, asking()), devices.cookieFor(EMAIL, asking())]
  const [inShop, here, there] = [
    devices.callerOf(EMAIL, asking(shop)),
    devices.callerOf(EMAIL, asking(own)),
    devices.callerOf(' ASHA@example.com', asking(own, '203.0.113.9')),
  ]
  expect([inShop.isKnown, here.isKnown]).toEqual([true, true])
  expect(here.key).not.toBe(inShop.key)
  expect(there).toEqual(here)
  expect(devices.cookieFor(EMAIL, asking(own))).toBe(own)
})

test('a cookie makes a browser known to its own account and to no other', () => {
  const own = devices.cookieFor(EMAIL, asking())
  const stranger = devices.callerOf(EMAIL, asking())
  expect(stranger.isKnown).toBe(false)
  expect(devices.callerOf('mira@example.com', asking(own))).toEqual(stranger)
  expect(devices.cookieFor('mira@example.com', asking(own))).not.toBe(own)
  const [id = '', mac = ''] = own.split('.')
  for (const forged of ['.', '..', id, `${id}.`, `.${mac}`, `${id}x.${mac}`, `${own}0`, `${own}.x`, mac])
    expect(devices.callerOf(EMAIL, asking(forged))).toEqual(stranger)
})
