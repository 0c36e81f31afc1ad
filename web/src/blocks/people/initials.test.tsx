// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Initials } from './initials.tsx'

test.each([
  ['Asha Rathore', 'AR'],
  ['Asha', 'A'],
  ['Asha Devi Rathore', 'AR'],
  ['सूर्या फ्लावर्स', 'सू'],
  ['अमर ओझा', 'अओ'],
])('of the name %s as many initials are shown as fit', (name, shown) => {
  expect(render(<Initials name={name} />).container.textContent).toBe(shown)
})
