import { screen } from '@testing-library/react'

/**
 * The live regions that exist now; `heard` returns whether one of them contains the element, so that a screen reader
 * announces it.
 */
export function liveRegions() {
  const regions = screen.getAllByRole('status')
  return { heard: (element: Element) => regions.some((region) => region.isConnected && region.contains(element)) }
}
