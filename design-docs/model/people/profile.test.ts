import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Asked, Intent, type IntentOf } from '../intent.ts'
import type { Account } from './account.ts'
import { foldProfile } from './profile.ts'
import type { UpdateProfile } from './update-profile.ts'

const AT = '2026-11-21T05:00:00.000Z'
const account: Account = {
  _id: 'account',
  type: 'account',
  version: 1,
  id: 'a1',
  email: 'asha@device.example',
  name: 'Asha Rathore',
  phone: '98290 11420',
  city: 'jaipur',
  role: 'CUSTOMER',
  createdAt: AT,
}

const asked = (n: number, payload: UpdateProfile, more: Partial<Asked<'update-profile'>> = {}) => ({
  intent: {
    _id: `intent:01JD000000000000000000000${n}`,
    type: 'intent',
    kind: 'update-profile',
    device: 'd1',
    n,
    madeAt: AT,
    payload,
  } satisfies IntentOf<'update-profile'>,
  ...more,
})
const receipt = (outcome: 'done' | 'refused') => ({
  _id: 'receipt:01JD0000000000000000000001',
  type: 'receipt' as const,
  outcome,
  ...(outcome === 'refused' && { reason: 'not_allowed' }),
  receivedAt: AT,
  decidedAt: AT,
})

const change = { name: 'Asha Rathore', phone: '98290 11420', city: 'mumbai' }

test('a change is shown at once, and the last requested one wins', () => {
  const view = foldProfile(account, [asked(2, { ...change, name: 'Asha Devi' }, { sentAt: AT }), asked(1, change)])
  expect(view).toMatchObject({ name: 'Asha Devi', city: 'mumbai', change: { stage: 'sent' } })
})

test('a refused change is undone and shown with its reason', () => {
  const view = foldProfile(account, [asked(1, change, { receipt: receipt('refused') })])
  expect(view).toMatchObject({ city: 'jaipur', change: { stage: 'refused', reason: 'not_allowed' } })
})

test('after the decision only the account document is shown', () => {
  const view = foldProfile({ ...account, city: 'pune' }, [asked(1, change, { receipt: receipt('done') })])
  expect(view).toMatchObject({ city: 'pune', change: { stage: 'confirmed' } })
})

test('the fields of all changes that are not decided yet are known', () => {
  const decided = asked(1, { name: 'Asha Devi' }, { receipt: receipt('refused') })
  const view = foldProfile(account, [decided, asked(2, { citiesServed: ['pune'] }), asked(3, { city: 'mumbai' })])
  expect(view.unconfirmed).toEqual({ citiesServed: ['pune'], city: 'mumbai' })
  expect(foldProfile(account, []).unconfirmed).toEqual({})
})

test('a change of the e-mail is not a valid intent', () => {
  const { intent } = asked(1, change)
  expect(v.is(Intent, intent)).toBe(true)
  expect(v.is(Intent, { ...intent, payload: { ...change, email: 'other@device.example' } })).toBe(false)
})

test('a partner’s own fields are shown with their pending changes', () => {
  const partner: Account = { ...account, role: 'PARTNER', vehicleType: 'bike', serviceRadius: 10, emailNotices: true }
  const view = foldProfile(partner, [asked(1, { serviceRadius: 15, emailNotices: false })])
  expect(view).toMatchObject({ vehicleType: 'bike', serviceRadius: 15, emailNotices: false, city: 'jaipur' })
})
