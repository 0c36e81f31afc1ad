// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { chooseLanguage, startLanguage } from '../../../i18n/start.ts'
import { renderWithLocalData } from '../../../testing/render-with-local-data.tsx'
import { LanguageToggle } from './language-toggle.tsx'

beforeAll(startLanguage)
afterEach(() => chooseLanguage('en'))

const account = { id: 'a1', email: 'asha@device.example', name: 'Asha', role: 'CUSTOMER' as const }

test('the service hears in which language a person reads, so that mails follow', async () => {
  const { device } = await renderWithLocalData(<LanguageToggle />, { account })
  fireEvent.click(screen.getByRole('button'))
  await waitFor(async () =>
    expect(await device.databases.mailbox().allOf('intent')).toMatchObject([
      { kind: 'update-profile', payload: { language: 'hi' } },
    ]),
  )
})

test('nobody is registered only because they change the language', async () => {
  const { device } = await renderWithLocalData(<LanguageToggle />)
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(document.documentElement.lang).toBe('hi'))
  await import('../../../data/people/language.ts')
  expect(await device.databases.mailbox().allOf('intent')).toEqual([])
})
