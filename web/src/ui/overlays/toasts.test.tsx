// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announce, showToast, ToastRegion } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<ToastRegion />)
})
afterEach(() => {
  act(() => vi.runAllTimers())
  vi.useRealTimers()
  cleanup()
})

const removed = { message: 'Tulips removed', action: { label: 'Undo', onAction: () => undefined } }
const undo = () => screen.queryByRole('button', { name: 'Undo' })

test('an announcement does not replace an Undo, and is shown afterwards', () => {
  act(() => void showToast(removed))
  act(() => announce({ message: 'Ready to work offline' }))
  act(() => announce({ message: 'Your order is confirmed' }))
  act(() => vi.advanceTimersByTime(9_900))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByText('Your order is confirmed')).toBeTruthy()
  act(() => vi.advanceTimersByTime(5_000))
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a toast for the person’s own action replaces an announcement that was shown', () => {
  act(() => announce({ message: 'Ready to work offline' }))
  act(() => void showToast(removed))
  expect(undo()).toBeTruthy()
  act(() => vi.advanceTimersByTime(10_000))
  expect(screen.getByRole('status').textContent).toBe('')
})

test('an Undo stays while a finger, a pointer or the focus is on it, and ten seconds after', () => {
  act(() => void showToast(removed))
  fireEvent.pointerEnter(screen.getByText('Tulips removed'))
  fireEvent.focus(screen.getByRole('button', { name: 'Undo' }))
  fireEvent.pointerLeave(screen.getByText('Tulips removed'))
  act(() => vi.advanceTimersByTime(60_000))
  expect(undo()).toBeTruthy()
  fireEvent.blur(screen.getByRole('button', { name: 'Undo' }))
  act(() => vi.advanceTimersByTime(9_900))
  expect(undo()).toBeTruthy()
  act(() => vi.advanceTimersByTime(100))
  expect(undo()).toBeNull()
})

test('`onGone` is called when a toast is replaced, pressed, or over', () => {
  const gone = vi.fn()
  act(() => void showToast({ ...removed, onGone: () => gone('replaced') }))
  act(() => announce({ message: 'Ready to work offline' }))
  expect(gone).not.toHaveBeenCalled()
  act(() => void showToast({ ...removed, onGone: () => gone('pressed') }))
  expect(gone.mock.calls).toEqual([['replaced']])
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  act(() => void showToast({ ...removed, onGone: () => gone('over') }))
  act(() => vi.advanceTimersByTime(10_000))
  expect(gone.mock.calls).toEqual([['replaced'], ['pressed'], ['over']])
})
