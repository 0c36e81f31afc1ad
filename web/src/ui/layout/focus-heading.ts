/**
 * Moves the focus to the screen's heading, where screen readers and keyboards start; returns false if there is none
 * yet.
 */
export function focusHeading(within: ParentNode, options?: FocusOptions): boolean {
  const heading = within.querySelector('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus(options)
  return true
}
