import { expect, test, vi } from 'vitest'
import { memoryKeyValue } from './key-value.ts'
import { openPointer, withNewDevice } from './pointer.ts'

const open = (values = memoryKeyValue()) => ({ values, pointer: openPointer(values, () => 'mogra-mailbox-new') })

test.each(['', '{', 'null', '[]', '{"database":"../x"}', '{"database":"a","device":7}'])(
  'garbage instead of a pointer (%s) is a fresh start, not a crash',
  (garbage) => {
    const { values, pointer } = open()
    values.set('mogra_session', garbage)
    expect(pointer.get().database).toBe('mogra-mailbox-new')
    expect(pointer.get().signedIn).toBeUndefined()
  },
)

test('the pointer is one object until it changes, and other pages follow', () => {
  const { values, pointer } = open()
  const before = pointer.get()
  expect(pointer.get()).toBe(before)

  const other = open(values).pointer
  const followed = vi.fn()
  other.subscribe(followed)
  pointer.set(withNewDevice(before))
  expect(followed).toHaveBeenCalled()
  expect(other.get().device).not.toBe(before.device)
  expect(other.get().devices).toContain(before.device)
})
