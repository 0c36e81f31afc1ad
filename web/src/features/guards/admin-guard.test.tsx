// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { drafts } from '../../data/drafts.ts'
import { startLanguage } from '../../i18n/start.ts'
import { logInInAnotherTab, logOutInAnotherTab } from '../../testing/another-tab.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { AdminGuard } from './admin-guard.tsx'

beforeAll(startLanguage)

const admin = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'ADMIN' as const }

/** Stands for the desk: a form that keeps what is typed. */
function Desk() {
  const [text, setText] = useState(() => (drafts.get('desk-answer') as { text: string } | undefined)?.text ?? '')
  const type = (text: string) => {
    setText(text)
    drafts.save('desk-answer', { text })
  }
  return <textarea aria-label="Answer" value={text} onChange={(event) => type(event.target.value)} />
}

const answer = () => screen.getByLabelText<HTMLTextAreaElement>('Answer')

test('what an admin typed comes back after a log-out in another tab, but not to the next admin', async () => {
  const { device } = await renderWithLocalData(
    <MemoryRouter>
      <AdminGuard>
        <Desk />
      </AdminGuard>
    </MemoryRouter>,
    { account: admin },
  )
  fireEvent.change(answer(), { target: { value: 'At noon.' } })
  act(() => logOutInAnotherTab(device))
  screen.getByRole('heading', { name: 'Authentication Required' })
  act(() => logInInAnotherTab(device, admin))
  expect(answer().value).toBe('At noon.')

  act(() => logOutInAnotherTab(device))
  act(() => logInInAnotherTab(device, { ...admin, id: 'a2', name: 'Ravi' }))
  expect(answer().value).toBe('')
})
