// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { replaceHere } from '../../data/page/here.ts'
import { startLanguage } from '../../i18n/start.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { type TestDevice, testDevice } from '../../testing/test-device.ts'
import { CodeStep } from './code-step.tsx'

let device: TestDevice | undefined
beforeAll(startLanguage)
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await device?.close()
  device = undefined
  replaceHere(undefined)
})

const nothing = () => undefined
const step = (sentAt: number) => (
  <CodeStep email="asha@device.example" sentAt={sentAt} onSentAgain={nothing} onBack={nothing} onSignedIn={nothing} />
)

test('the wait for another code starts at a minute, however long ago the last one ended', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const answering = testDevice({ fetch: async () => new Response(null, { status: 204 }) })
  ;({ device } = await renderWithLocalData(step(Date.now()), { device: answering }))
  screen.getByRole('button', { name: 'Resend in 60 s' })
  act(() => vi.advanceTimersByTime(60_000))
  act(() => vi.advanceTimersByTime(300_000))
  const said: (string | null)[] = []
  const watcher = new MutationObserver(() => said.push(screen.getByRole('button', { name: /Resend/ }).textContent))
  watcher.observe(document.body, { childList: true, characterData: true, subtree: true })
  fireEvent.click(screen.getByRole('button', { name: 'Resend code' }))
  await screen.findByRole('button', { name: 'Resend in 60 s' })
  watcher.disconnect()
  expect(new Set(said)).toEqual(new Set(['Resend in 60 s']))
})

test('a login that this phone cannot store says so and can be tried again', async () => {
  ;({ device } = await renderWithLocalData(step(Date.now())))
  vi.spyOn(device.session, 'signIn').mockRejectedValue(new Error('quota exceeded'))
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  const button = screen.getByRole('button', { name: 'Verify & Login' })
  fireEvent.click(button)
  await screen.findByText(/could not store your login/)
  expect(button.getAttribute('aria-busy')).toBeNull()
})
