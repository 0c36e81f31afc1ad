// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { english } from '../../i18n/careers-texts.ts'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import '../../i18n/support-texts.ts'
import '../../testing/render-with-local-data.tsx'
import { DEPARTMENTS, JOBS, type Job } from './jobs.ts'
import { Positions } from './positions.tsx'

beforeAll(startLanguage)

const titles = () => screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

test('six jobs can be narrowed to a department, and Apply Now names the job', () => {
  render(<Positions jobs={JOBS} />)
  expect(titles()).toHaveLength(6)
  choose('Business Development')
  expect(titles()).toEqual(['#/support?job=florist-partnerships'])
  choose('All Departments')
  expect(titles()).toHaveLength(6)
})

test('the newest job of each department comes first', () => {
  const daysAgo = (id: Job['id']) => {
    const [, count, unit] = /^(\d+) (day|week)s? ago$/.exec(english.careers.jobs[id].posted) ?? []
    return Number(count) * (unit === 'week' ? 7 : 1)
  }
  for (const one of DEPARTMENTS) {
    const days = JOBS.filter(({ department }) => department === one).map(({ id }) => daysAgo(id))
    expect(days, one).toEqual(days.toSorted((a, b) => a - b))
  }
})

test('a department without a job says so, in both languages', async () => {
  render(<Positions jobs={JOBS.filter(({ department }) => department !== 'marketing')} />)
  choose('Marketing')
  screen.getByText('No positions found')
  screen.getByText('No open positions in Marketing at the moment.')
  await chooseLanguage('hi')
  await screen.findByText('कोई पद नहीं मिला')
  screen.getByText('मार्केटिंग में अभी कोई पद ख़ाली नहीं है।')
  await chooseLanguage('en')
})
