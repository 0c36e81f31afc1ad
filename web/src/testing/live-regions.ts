import { screen } from '@testing-library/react'

/** The live regions that stand there now; `heard` is whether one of those tells this, so that a reader hears it. */
export function liveRegions() {
  const regions = screen.getAllByRole('status')
  return { heard: (element: Element) => regions.some((region) => region.isConnected && region.contains(element)) }
}
