/** Where readers and keyboards begin on a screen; false while it has none. */
export function focusHeading(within: ParentNode, options?: FocusOptions): boolean {
  const heading = within.querySelector('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus(options)
  return true
}
