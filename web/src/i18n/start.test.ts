// @vitest-environment jsdom
import i18next from 'i18next'
import { expect, it, vi } from 'vitest'
import { LANGUAGE_KEY } from './language.ts'
import { startLanguage } from './start.ts'

it('groups a number within a text the Indian way', async () => {
  await startLanguage()
  expect(i18next.t('catalogue:browse.count', { count: 123_456 })).toBe('1,23,456 bouquets')
})

it('follows the language that is chosen in another tab', async () => {
  for (const language of ['hi', 'en']) {
    localStorage.setItem(LANGUAGE_KEY, language)
    dispatchEvent(new StorageEvent('storage', { key: LANGUAGE_KEY, newValue: language }))
    await vi.waitFor(() => expect([i18next.language, document.documentElement.lang]).toEqual([language, language]))
  }
})
