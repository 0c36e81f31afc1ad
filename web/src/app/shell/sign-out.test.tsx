// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { replaceHere } from '../../data/page/here.ts'
import { useSession } from '../../data/session.ts'
import { startLanguage } from '../../i18n/start.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { ToastRegion } from '../../ui/feedback/toasts.tsx'
import { AccountPanel } from './account-menu.tsx'
import { useSignOut } from './sign-out.tsx'

let device: TestDevice | undefined
beforeAll(startLanguage)
afterEach(async () => {
  cleanup()
  await device?.close()
  device = undefined
  replaceHere(undefined)
})

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

function Menu() {
  const { signOut } = useSignOut()
  const session = useSession()
  return (
    <>
      {session.account && <AccountPanel account={account} onChoice={() => undefined} signOut={signOut} />}
      <ToastRegion />
    </>
  )
}

test('signing out says that it is under way, is started once, and then says that it is done', async () => {
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
  ;({ device } = await renderWithLocalData(
    <MemoryRouter>
      <Menu />
    </MemoryRouter>,
    { device: slow, account },
  ))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Log out' })
  fireEvent.click(button)
  expect(button.textContent).toBe('Logging out...')
  expect(screen.getByRole('status').textContent).toBe('Logging out...')
  fireEvent.click(button)
  await expect.poll(() => ended).toEqual(['DELETE /api/sessions/current'])
  answer(new Response(null, { status: 204 }))
  await screen.findByText('You are logged out')
  expect(ended).toHaveLength(1)
})
