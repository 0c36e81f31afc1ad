// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { chooseLanguage, startLanguage } from '../../i18n/start.ts'
import '../../i18n/careers-texts.ts'
import '../../i18n/support-texts.ts'
import '../../testing/render-with-local-data.tsx'
import { JOBS } from './jobs.ts'
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

test('a department without a job says so, in both languages', async () => {
  render(<Positions jobs={JOBS.filter(({ department }) => department !== 'marketing')} />)
  choose('Marketing')
  screen.getByText('No positions found')
  screen.getByText('No open positions in Marketing at the moment.')
  await chooseLanguage('hi')
  await screen.findByText('कोई पद नहीं मिला')
  await chooseLanguage('en')
})
