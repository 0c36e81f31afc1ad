import { expect, test } from 'vitest'
import { addressGroup, openAddressLimits } from './address-limits.ts'

test('an address that tries many unknown e-mails has to wait, and others do not', () => {
  let at = Date.parse('2026-11-21T06:00:00.000Z')
  const limits = openAddressLimits(() => new Date(at))
  for (let i = 0; i < 60; i += 1) limits.count('unknown_email', '198.51.100.7')
  expect(() => limits.count('unknown_email', '198.51.100.7')).toThrow('too many requests')
  expect(() => limits.count('unknown_email', '198.51.100.8')).not.toThrow()
  at += 600_001
  expect(() => limits.count('unknown_email', '198.51.100.7')).not.toThrow()
})

test('valid requests do not count against an address', () => {
  const limits = openAddressLimits(() => new Date('2026-11-21T06:00:00.000Z'))
  limits.takeBack('wrong_password', '198.51.100.7')
  for (let i = 0; i < 100; i += 1) {
    limits.count('wrong_password', '198.51.100.7')
    limits.takeBack('wrong_password', '198.51.100.7')
  }
  for (let i = 0; i < 60; i += 1) limits.count('wrong_password', '198.51.100.7')
  expect(() => limits.count('wrong_password', '198.51.100.7')).toThrow('too many requests')
})

test('the addresses of one IPv6 network count as one', () => {
  expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(addressGroup('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(addressGroup('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(addressGroup('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(addressGroup('192.0.2.1')).toBe('192.0.2.1')
})
