// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startLanguage } from '../i18n/start.ts'
import { ErrorBoundary } from './error-boundary.tsx'

beforeAll(startLanguage)

function Broken({ message }: { message: string }): never {
  throw new Error(message)
}

test.each([
  [
    'Failed to fetch dynamically imported module: http://localhost/assets/product.js',
    'This page is not on this phone yet',
  ],
  [
    'error loading dynamically imported module: http://localhost/assets/product.js',
    'This page is not on this phone yet',
  ],
  ['x is undefined', 'Something went wrong'],
])('the error "%s" is shown as "%s"', async (message, said) => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(
    <ErrorBoundary>
      <Broken message={message} />
    </ErrorBoundary>,
  )
  await waitFor(() => screen.getByRole('alert'))
  screen.getByText(said)
  screen.getByRole('button', { name: 'Try Again' })
  quiet.mockRestore()
  cleanup()
})

test('what fails again after Try Again is recovered another way at the next press', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(
    <ErrorBoundary>
      <Broken message="x is undefined" />
    </ErrorBoundary>,
  )
  for (const recoveries of [null, 1]) {
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
    expect(JSON.parse(sessionStorage.getItem('mogra_recoveries') ?? 'null')?.count ?? null).toBe(recoveries)
  }
  quiet.mockRestore()
  cleanup()
})
