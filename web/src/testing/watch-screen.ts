import { onTestFinished } from 'vitest'

/** Remembers everything that the page shows from now on, even for a moment. */
export function watchScreen() {
  const shown: string[] = []
  const observer = new MutationObserver(() => shown.push(document.body.textContent ?? ''))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return { everShowed: (text: string) => shown.some((all) => all.includes(text)) }
}
