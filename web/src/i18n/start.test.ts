// @vitest-environment jsdom
import i18next from 'i18next'
import { expect, it } from 'vitest'
import { startLanguage } from './start.ts'

it('groups a number within a text the Indian way', async () => {
  await startLanguage()
  expect(i18next.t('catalogue:browse.count', { count: 123_456 })).toBe('1,23,456 bouquets')
})
