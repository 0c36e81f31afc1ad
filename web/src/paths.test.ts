import { expect, test } from 'vitest'
import { dashboardOf, isOpen } from './paths.ts'

test('a role is led to its dashboard, but never to one that has no screen', () => {
  expect(dashboardOf('ADMIN')).toBe('/admin')
  expect(dashboardOf('CUSTOMER')).toBeUndefined()
  const led = ['PARTNER', 'SUPPLIER'].flatMap((role) => dashboardOf(role) ?? [])
  expect(led.filter((path) => !isOpen(path))).toEqual([])
})
