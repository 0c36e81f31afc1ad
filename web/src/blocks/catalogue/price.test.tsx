// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { Price } from './price.tsx'

beforeAll(startLanguage)
afterEach(cleanup)

describe('a price', () => {
  it('shows the price before only if that was higher', () => {
    const { container, rerender } = render(<Price rupees={899} original={1199} />)
    expect(container.textContent).toBe('₹899before ₹1,199')
    rerender(<Price rupees={899} original={899} />)
    expect(container.textContent).toBe('₹899')
  })
})
