import { expect, test, vi } from 'vitest'
import { memoryKeyValue } from '../platform/key-value.ts'
import { openSessionState, withNewDevice } from './session-state.ts'

const open = (values = memoryKeyValue()) => ({
  values,
  sessionState: openSessionState(values, () => 'mogra-mailbox-new'),
})

test.each(['', '{', 'null', '[]', '{"database":"../x"}', '{"database":"a","device":7}'])(
  'an unreadable session state (%s) leads to a fresh start, not to a crash',
  (garbage) => {
    const { values, sessionState } = open()
    values.set('mogra_session', garbage)
    expect(sessionState.get().database).toBe('mogra-mailbox-new')
    expect(sessionState.get().signedIn).toBeUndefined()
  },
)

test('the session state is the same object until it changes, and other pages follow the change', () => {
  const { values, sessionState } = open()
  const before = sessionState.get()
  expect(sessionState.get()).toBe(before)

  const other = open(values).sessionState
  const followed = vi.fn()
  other.subscribe(followed)
  sessionState.set(withNewDevice(before))
  expect(followed).toHaveBeenCalled()
  expect(other.get().device).not.toBe(before.device)
  expect(other.get().devices).toContain(before.device)
})
