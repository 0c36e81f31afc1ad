// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { KEPT_DATA, type KeptLimit } from '#model'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import { english, hindi } from '../../i18n/static-page-texts.ts'
import { renderWithLocalData } from '../../testing/render-with-local-data.tsx'
import { AboutScreen } from './about.tsx'
import { PrivacyScreen } from './privacy.tsx'
import { TermsScreen } from './terms.tsx'

beforeAll(startLanguage)
beforeEach(() => chooseLanguage('en'))

const numbered = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => Number.parseInt(textContent ?? '', 10))
    .filter((number) => !Number.isNaN(number))
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('the terms have twelve numbered sections, their date, and three ways to ask', async () => {
  await renderWithLocalData(<TermsScreen />)
  expect(numbered()).toEqual(upTo(12))
  expect(screen.getByText('Last updated: January 15, 2024')).toBeTruthy()
  expect(screen.getByText(/neither sells flowers nor delivers them/)).toBeTruthy()
  expect(screen.getByText(/within 24 hours of delivery/)).toBeTruthy()
  expect(screen.getByText(/within 30 minutes of its confirmation/)).toBeTruthy()
  expect(screen.getByText(/courts of Mumbai/)).toBeTruthy()
  await screen.findByText('legal@mogra.example')
  expect(hrefs()).toEqual([
    'mailto:legal@mogra.example',
    'tel:+912215550100',
    expect.stringMatching(/^https:\/\/wa\.me\//),
  ])
})

test('the privacy policy has four highlights, six sections and a data protection officer', async () => {
  await renderWithLocalData(<PrivacyScreen />)
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Data Protection',
    'Secure Transactions',
    'Transparency',
    'User Control',
  ])
  expect(numbered()).toEqual(upTo(6))
  expect(screen.getByText('Last updated: January 15, 2024')).toBeTruthy()
  await screen.findByText(/data protection officer answers.*privacy@mogra\.example.*Mumbai, India/)
})

test('the privacy policy lists what is kept, why, how long and where, and what remains after a deletion', async () => {
  await renderWithLocalData(<PrivacyScreen />)
  const kept = within(screen.getByRole('list', { name: 'What is kept' })).getAllByRole('listitem')
  expect(kept).toHaveLength(KEPT_DATA.length)
  for (const entry of kept)
    expect(
      within(entry)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Why', 'How long', 'Where'])
  const access = kept.find(({ textContent }) => textContent?.includes('hash of the network address'))
  expect(access?.textContent).toContain('30 days after the last time')
  expect(screen.getByText(/^For good: that the account was deleted/)).toBeTruthy()
  // An answer is an intent of the admin, which stays in that mailbox as long as a refused one may.
  expect(screen.getByText(/For 90 days at most: our answers and notes/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/{{|undefined/)
})

test.each([['English', english] as const, ['Hindi', hindi] as const])(
  'in %s the list names all limits that the service keeps to, and no number that is written by hand',
  (_, { legal }) => {
    for (const { id, limits, remains } of KEPT_DATA) {
      const { title, what, why, howLong } = legal.privacy.kept[id]
      const named = [...howLong.matchAll(/{{(\w+)}}/g)].map(([, limit]) => limit as KeptLimit)
      expect([id, named.sort()]).toEqual([id, [...limits].sort()])
      expect(`${title} ${what} ${why} ${howLong}`.replaceAll(/{{\w+}}/g, '')).not.toMatch(/\d/)
      expect(id in legal.privacy.remains).toBe(remains)
    }
  },
)

test('the terms and the privacy policy have the same sections in Hindi', async () => {
  await chooseLanguage('hi')
  await renderWithLocalData(<TermsScreen />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('सेवा की शर्तें')
  expect(numbered()).toEqual(upTo(12))
  cleanup()
  await renderWithLocalData(<PrivacyScreen />)
  expect(numbered()).toEqual(upTo(6))
  expect(screen.getByText('आख़िरी बदलाव: 15 जनवरी 2024')).toBeTruthy()
})

test('the page about Mogra states its figures and leads to the shop', async () => {
  await renderWithLocalData(<AboutScreen />, {
    catalogue: [{ _id: 'figures', type: 'figures', cities: 50, customers: 1000, florists: 500, partners: 100 }],
  })
  await screen.findByText('1000+')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['50+cities', '500+local florists', '1000+happy customers', '100+delivery partners']),
  )
  expect(screen.getByRole('link', { name: 'Start Shopping' }).getAttribute('href')).toBe('#/browse')
})
