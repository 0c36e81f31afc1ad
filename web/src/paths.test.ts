import { expect, test } from 'vitest'
import { dashboardOf } from './paths.ts'

test('each role that works with Mogra has a dashboard, and a customer has none', () => {
  expect(['PARTNER', 'SUPPLIER', 'ADMIN'].map(dashboardOf)).toEqual([
    ...['/driver/dashboard', '/wholesale/dashboard', '/admin'],
  ])
  expect(dashboardOf('CUSTOMER')).toBeUndefined()
})
