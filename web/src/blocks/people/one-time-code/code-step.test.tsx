// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startLanguage } from '../../../i18n/start.ts'
import { answer, deviceWithAnswers } from '../../../testing/fake-service.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { testDevice } from '../../../testing/test-device.ts'
import { CodeForm } from './code-form.tsx'
import type { CodeRequestDraft } from './code-request-draft.ts'
import { CodeStep } from './code-step.tsx'

beforeAll(startLanguage)
afterEach(() => void vi.useRealTimers())

const nothing = () => undefined
const step = (sentAt: number) => <Step firstAt={sentAt} />

function Step({ firstAt }: { firstAt: number }) {
  const [asked, setAsked] = useState<CodeRequestDraft>({ email: 'asha@device.example', sentAt: firstAt })
  return <CodeStep asked={asked} onSentAgain={setAsked} onBack={nothing} onSignedIn={nothing} />
}

test('the wait for another code starts at a minute, however long ago the last wait ended', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const answering = testDevice({ fetch: async () => new Response(null, { status: 204 }) })
  await renderWithLocalData(step(Date.now()), { device: answering })
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

test('a login that this phone cannot store shows an error and can be tried again', async () => {
  const { device } = await renderWithLocalData(step(Date.now()))
  vi.spyOn(device.session, 'signIn').mockRejectedValue(new Error('quota exceeded'))
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  const button = screen.getByRole('button', { name: 'Verify & Login' })
  fireEvent.click(button)
  await screen.findByText(/could not store your login/)
  expect(button.getAttribute('aria-busy')).toBeNull()
})

test('the form stays busy until what follows an accepted code has ended', async () => {
  let end: () => void = nothing
  const whatFollows = new Promise<void>((resolve) => {
    end = () => resolve()
  })
  await renderWithLocalData(
    <CodeForm
      asked={{ email: 'asha@device.example', sentAt: Date.now() }}
      verb="Delete"
      failures={{ refused: '', notStored: '' }}
      onCode={async () => ({ ok: true })}
      onResend={async () => ({ ok: true })}
      onSentAgain={nothing}
      onDone={() => whatFollows}
      back={undefined}
    />,
  )
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  const button = screen.getByRole('button', { name: 'Delete' })
  await act(async () => void fireEvent.click(button))
  expect(button.getAttribute('aria-busy')).toBe('true')
  await act(async () => end())
  expect(button.getAttribute('aria-busy')).toBeNull()
})

test('a double tap on Resend asks for one code only', async () => {
  const asked: string[] = []
  const counting = testDevice({
    fetch: async (input) => {
      asked.push(String(input))
      return new Response(null, { status: asked.length > 1 ? 429 : 204 })
    },
  })
  await renderWithLocalData(step(Date.now() - 120_000), { device: counting })
  const resend = screen.getByRole('button', { name: 'Resend code' })
  fireEvent.click(resend)
  fireEvent.click(resend)
  await screen.findByRole('button', { name: 'Resend in 60 s' })
  expect(asked).toHaveLength(1)
})

test('a phone can fill the code in from a message, and only six digits are submitted, by Enter too', async () => {
  const { device: asking, asked } = deviceWithAnswers({
    'POST /api/sessions': () => answer(401, { error: 'code_invalid', triesLeft: 4 }),
  })
  await renderWithLocalData(step(Date.now()), { device: asking })
  const input = screen.getByLabelText<HTMLInputElement>('Six-digit code')
  expect(input).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric', maxLength: -1 })
  const button = screen.getByRole('button', { name: 'Verify & Login' })
  const enter = (code: string) => {
    fireEvent.change(input, { target: { value: code } })
    if (input.form) fireEvent.submit(input.form)
  }
  for (const tooShort of ['', '12345', '12 34 5']) {
    enter(tooShort)
    expect(button).toHaveProperty('disabled', true)
  }
  enter('1234567')
  expect(button).toHaveProperty('disabled', false)
  await screen.findByText('Invalid verification code. 4 tries left.')
  expect(asked.map(({ body }) => body)).toMatchObject([{ code: '123456' }])
})

test('a mail that turns out to be late is shown as late for as long as it is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let isLate = true
  const health = { environment: 'live', server: { uptime: 1 } }
  const { device: asking, asked } = deviceWithAnswers({
    'GET /health': () => answer(200, { ...health, mail: { configured: true, isLate } }),
  })
  const { unmount } = await renderWithLocalData(step(Date.now()), { device: asking })
  expect(screen.queryByText('The mail is late')).toBeNull()
  act(() => vi.advanceTimersByTime(10_000))
  await screen.findByText('The mail is late')
  isLate = false
  act(() => vi.advanceTimersByTime(10_000))
  await expect.poll(() => screen.queryByText('The mail is late')).toBeNull()
  unmount()
  const timesAsked = asked.length
  vi.advanceTimersByTime(60_000)
  expect(asked).toHaveLength(timesAsked)
})

test('if the answer to a code was lost, the next try says so and offers another code at once', async () => {
  let answers = [
    () => {
      throw new TypeError('the connection broke')
    },
    () => answer(401, { error: 'code_missing' }),
  ]
  const { device: asking, asked } = deviceWithAnswers({
    'POST /api/sessions': () => {
      const [next, ...rest] = answers
      answers = rest
      return next?.() ?? answer(500, {})
    },
    'POST /api/login-codes': () => new Response(null, { status: 204 }),
  })
  await renderWithLocalData(step(Date.now()), { device: asking })
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  const verify = screen.getByRole('button', { name: 'Verify & Login' })
  fireEvent.click(verify)
  await screen.findByText(/Connection error/)
  screen.getByRole('button', { name: /Resend in/ })
  fireEvent.click(verify)
  await screen.findByText(/the answer got lost on the way/)
  fireEvent.click(screen.getByRole('button', { name: 'Resend code' }))
  await screen.findByRole('button', { name: 'Resend in 60 s' })
  expect(asked.map(({ what }) => what)).toContain('POST /api/login-codes')
})
