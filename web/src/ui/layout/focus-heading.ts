/** Where readers and keyboards begin on a screen; false while it has none. The page stays where it is. */
export function focusHeading(within: ParentNode = document): boolean {
  const heading = within.querySelector('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
