// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { HashRouter, useNavigate } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { useSignOut } from '../../blocks/people/sign-out.tsx'
import { useSession } from '../../data/use-session.ts'
import { startLanguage } from '../../i18n/start.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { testDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/overlays/toasts.tsx'
import { AccountPanel } from './navigation/account-menu.tsx'

beforeAll(startLanguage)

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

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
      {session.account && <AccountPanel account={account} onChoice={() => undefined} signOut={signOut} />}
      <ToastRegion />
    </>
  )
}

/** The account menu of a device that signs out; the service answers when the test does. */
async function signingOut() {
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
    </HashRouter>,
    { device: slow, account },
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Log out' })
  fireEvent.click(button)
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
