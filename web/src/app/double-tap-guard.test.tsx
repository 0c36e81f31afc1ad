// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { ActionBar } from '../ui/layout/page.tsx'
import { useDoubleTapGuard } from './double-tap-guard.ts'

function Screens() {
  useDoubleTapGuard()
  const navigate = useNavigate()
  const [count, setCount] = useState(0)
  const more = () => setCount(count + 1)
  return (
    <Routes>
      <Route
        path="/"
        element={
          <button type="button" onClick={() => navigate('/next')}>
            Go on
          </button>
        }
      />
      <Route
        path="/next"
        element={
          <>
            <output>{count}</output>
            <button type="button" onClick={more}>
              Beside
            </button>
            <ActionBar>
              <button type="button" onClick={more}>
                In the bar
              </button>
            </ActionBar>
          </>
        }
      />
    </Routes>
  )
}

const tap = (name: string, x = 100, detail = 1) =>
  fireEvent.click(screen.getByRole('button', { name }), { detail, clientX: x, clientY: 700 })
const counted = () => Number(screen.getByRole('status').textContent)
const open = (start = '/next') =>
  render(
    <MemoryRouter initialEntries={[start]}>
      <Screens />
    </MemoryRouter>,
  )

test('the second tap of a double tap does nothing on the screen that the first one led to', () => {
  open('/')
  tap('Go on')
  tap('Beside')
  expect(counted()).toBe(0)
})

test('an event that a form dispatches itself, for a field that was filled in, does not end a double tap', () => {
  open('/')
  tap('Go on')
  fireEvent.input(document.body)
  tap('Beside')
  expect(counted()).toBe(0)
})

test('a tap elsewhere on the new screen counts, and so does a key', () => {
  open('/')
  tap('Go on')
  tap('In the bar', 300)
  tap('In the bar', 300, 0)
  expect(counted()).toBe(2)
})

test('an action bar takes one tap of a double tap; a stepper takes them all', () => {
  open()
  tap('In the bar')
  tap('In the bar')
  expect(counted()).toBe(1)
  tap('Beside', 200)
  tap('Beside', 200)
  expect(counted()).toBe(3)
})
