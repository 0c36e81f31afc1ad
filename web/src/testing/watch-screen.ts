import { onTestFinished } from 'vitest'

/** Remembers all that the page shows from now on, also what goes again at once. */
export function watchScreen() {
  const shown: string[] = []
  const observer = new MutationObserver(() => shown.push(document.body.textContent ?? ''))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return { everShowed: (text: string) => shown.some((all) => all.includes(text)) }
}
