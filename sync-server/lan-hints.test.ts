import { expect, test } from 'vitest'
import { lanHints } from './lan-hints.ts'

const ipv4 = (address: string, internal = false) => ({
  ...{ address, internal, family: 'IPv4' as const, netmask: '255.255.255.0', mac: '00:00:00:00:00:00' },
  cidr: `${address}/24`,
})
const interfaces = { lo: [ipv4('127.0.0.1', true)], wlan0: [ipv4('192.168.1.7')] }
const publicUrl = 'http://localhost:3000'

test('a demo for the whole network names its addresses, and says that mails lead to this machine only', () => {
  expect(lanHints({ host: '0.0.0.0', publicUrl }, interfaces)).toEqual([
    'Other devices on this network reach it at http://192.168.1.7:3000',
    'Mails and links lead to http://localhost:3000, which only this machine can open: set PUBLIC_URL to the address that people type, such as http://192.168.1.7:3000.',
  ])
  expect(lanHints({ host: '192.168.1.7', publicUrl }, {})[0]).toContain('http://192.168.1.7:3000')
})

test('an address is written as a browser takes it: IPv6 in brackets, and the usual port left out', () => {
  expect(lanHints({ host: 'fd00::7', publicUrl }, {})[0]).toContain('at http://[fd00::7]:3000')
  expect(lanHints({ host: '0.0.0.0', publicUrl: 'http://localhost:80' }, interfaces)[0]).toMatch(
    /at http:\/\/192\.168\.1\.7$/,
  )
})

test('without any network it still says that PUBLIC_URL must be set', () => {
  expect(lanHints({ host: '::', publicUrl }, { lo: interfaces.lo })).toEqual([
    'Mails and links lead to http://localhost:3000, which only this machine can open: set PUBLIC_URL to the address that people type.',
  ])
})

test('a demo for this machine, or with a PUBLIC_URL that others can open, needs no hint', () => {
  expect(lanHints({ host: '127.0.0.1', publicUrl }, interfaces)).toEqual([])
  expect(lanHints({ host: '0.0.0.0', publicUrl: 'http://192.168.1.7:3000' }, interfaces)).toEqual([])
})
