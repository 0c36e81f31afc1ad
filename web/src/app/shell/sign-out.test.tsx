// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { HashRouter, useLocation, useNavigate } from 'react-router-dom'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { useSignOut } from '../../blocks/people/sign-out.tsx'
import { useSession } from '../../data/use-session.ts'
import { startLanguage } from '../../i18n/start.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { testDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { AccountPanel } from './navigation/account-menu.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

let cartChunk: Promise<void> | undefined
function Screen() {
  if (useLocation().pathname === '/cart' && cartChunk) use(cartChunk)
  return null
}

function Menu() {
  const { signOut } = useSignOut()
  const session = useSession()
  const navigate = useNavigate()
  return (
    <>
      <h1 aria-busy={signOut.isBusy}>Profile</h1>
      <button type="button" onClick={() => void navigate('/cart')}>
        Cart
      </button>
      <button type="button" onClick={() => void navigate('/profile?open=devices')}>
        Devices
      </button>
      {session.account && <AccountPanel account={account} onChoice={() => undefined} signOut={signOut} />}
      <ToastRegion />
    </>
  )
}

/** The account menu of a device that signs out; the service answers when the test does. */
async function signingOut(from: 'a screen' | 'a screen that loads' = 'a screen') {
  let answer: (response: Response) => void = () => undefined
  const ended: string[] = []
  const slow = testDevice({
    fetch: (input, init) => {
      ended.push(`${init?.method} ${new URL(String(input)).pathname}`)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  })
  window.location.hash = '#/profile'
  await renderWithLocalData(
    <HashRouter>
      <Menu />
      <Suspense>
        <Screen />
      </Suspense>
    </HashRouter>,
    { device: slow, account },
  )
  if (from === 'a screen that loads') await act(async () => screen.getByRole('button', { name: 'Cart' }).click())
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Log out' })
  await act(async () => button.click())
  return { button, ended, answer: () => answer(new Response(null, { status: 204 })) }
}
test('signing out shows that it is under way, starts once, says when it is done, and leads home', async () => {
  const { button, ended, answer } = await signingOut()
  expect(button.textContent).toBe('Logging out...')
  expect(screen.getByRole('status').textContent).toBe('Logging out...')
  fireEvent.click(button)
  await expect.poll(() => ended).toEqual(['DELETE /api/sessions/current'])
  answer()
  await screen.findByText('You are logged out')
  expect(ended).toHaveLength(1)
  await screen.findByRole('heading', { busy: false })
  expect(window.location.hash).toBe('#/')
})

test('a person who goes to another screen while signing out stays there', async () => {
  const { ended, answer } = await signingOut()
  await expect.poll(() => ended).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Cart' }))
  answer()
  await screen.findByText('You are logged out')
  await screen.findByRole('heading', { busy: false })
  expect(window.location.hash).toBe('#/cart')
})

test('a person who opens a part of the same screen while signing out is led home', async () => {
  const { ended, answer } = await signingOut()
  await expect.poll(() => ended).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Devices' }))
  expect(window.location.hash).toBe('#/profile?open=devices')
  answer()
  await screen.findByText('You are logged out')
  await screen.findByRole('heading', { busy: false })
  expect(window.location.hash).toBe('#/')
})

test('a person who signs out while the next screen loads is led home', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  cartChunk = promise
  onTestFinished(() => {
    cartChunk = undefined
  })
  const { ended, answer } = await signingOut('a screen that loads')
  await expect.poll(() => ended).toHaveLength(1)
  await act(async () => resolve())
  expect(window.location.hash).toBe('#/cart')
  answer()
  await screen.findByText('You are logged out')
  await screen.findByRole('heading', { busy: false })
  expect(window.location.hash).toBe('#/')
})

test('a logout that fails on this phone says so, and leaves the person logged in', async () => {
  const { device } = await renderWithLocalData(
    <HashRouter>
      <Menu />
    </HashRouter>,
    { account },
  )
  vi.spyOn(device.session, 'signOut').mockRejectedValue(new Error('quota exceeded'))
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await screen.findByText('Failed to sign out')
  expect(device.sessionState.get().signedIn).toBeDefined()
})
