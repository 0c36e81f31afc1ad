// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { startLanguage } from '../../i18n/start.ts'
import { Price } from './price.tsx'

beforeAll(startLanguage)

describe('a price', () => {
  it('shows the price before only if that was higher', () => {
    const { container, rerender } = render(<Price rupees={899} original={1199} />)
    expect(container.textContent).toBe('₹899before ₹1,199')
    rerender(<Price rupees={899} original={899} />)
    expect(container.textContent).toBe('₹899')
  })
})
