// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { HashRouter, Route, Routes, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { NavigationArrival, useHashLinks } from './navigation.tsx'

function Place() {
  const { pathname, search, state } = useLocation()
  return <p>{`at ${pathname}${search} with ${JSON.stringify(state)}`}</p>
}

/** Changes the address before the router listens. */
function App({ hash, state }: { hash: string; state: unknown }) {
  useLayoutEffect(() => history.replaceState({ usr: state }, '', hash), [hash, state])
  useHashLinks()
  return <Place />
}

const open = (hash: string, state: unknown = null) => {
  history.replaceState(null, '', '#/browse')
  render(
    <HashRouter>
      <App hash={hash} state={state} />
    </HashRouter>,
  )
}

test('an address that is typed while the app opens is shown, with the state of its entry', async () => {
  open('#/browse?q=rose')
  await screen.findByText('at /browse?q=rose with null')
  cleanup()
  open('#/login', { email: 'asha@device.example' })
  await screen.findByText('at /login with {"email":"asha@device.example"}')
})

test('a hash that is not the address of a screen leads nowhere', () => {
  open('#main')
  screen.getByText('at /browse with null')
})

/** A menu beside two screens. */
function BesideMenu({ Profile }: { Profile: ComponentType }) {
  const main = useRef<HTMLElement>(null)
  useHashLinks()
  return (
    <>
      <button type="button">Menu</button>
      <a href="#/profile">To the profile</a>
      <main ref={main}>
        <Suspense>
          <Routes>
            <Route path="/browse" element={<h1>Shop</h1>} />
            <Route path="/profile" element={<Profile />} />
          </Routes>
          <NavigationArrival main={main} />
        </Suspense>
      </main>
    </>
  )
}

/** Opens the link to the profile, whose chunk is loaded when `load` is called. */
function openProfile() {
  let load: () => void = () => undefined
  const Profile = lazy(async () => {
    await new Promise<void>((resolve) => {
      load = resolve
    })
    return { default: () => <h1>Profile</h1> }
  })
  history.replaceState(null, '', '#/browse')
  render(
    <HashRouter>
      <BesideMenu Profile={Profile} />
    </HashRouter>,
  )
  const toProfile = screen.getByRole('link', { name: 'To the profile' })
  fireEvent.pointerDown(toProfile)
  act(() => toProfile.focus())
  fireEvent.click(toProfile)
  screen.getByRole('heading', { name: 'Shop' })
  return { load: () => act(async () => load()) }
}

test('the heading of a new screen gets the focus', async () => {
  const { load } = openProfile()
  await load()
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Profile' }))
})

test('a screen that loads does not take the focus from what the person has gone on to', async () => {
  const { load } = openProfile()
  const menu = screen.getByRole('button', { name: 'Menu' })
  fireEvent.pointerDown(menu)
  act(() => menu.focus())
  await load()
  await screen.findByRole('heading', { name: 'Profile' })
  expect(document.activeElement).toBe(menu)
})

test('the heading gets the focus although the closing menu gave it back to its button', async () => {
  const { load } = openProfile()
  act(() => screen.getByRole('button', { name: 'Menu' }).focus())
  await load()
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Profile' }))
})
