import type { Page } from '@playwright/test'

declare global {
  interface Window {
    textsLost: () => string[]
  }
}

/**
 * Lets the pages of a context behave like one that the browser translates: each text node is replaced by `<font>`
 * elements, as soon as it is there. The words stay the same.
 */
export function translate() {
  const replaced: { node: Text; was: string }[] = []
  // What the app writes into a text node that is no longer in the page, nobody sees.
  window.textsLost = () => replaced.filter(({ node, was }) => node.data !== was).map(({ was }) => was)

  const skipped = 'script, style, title, textarea, font'
  const replace = (node: Text) => {
    if (!/\S/.test(node.data) || !node.parentElement || node.parentElement.closest(skipped)) return
    replaced.push({ node, was: node.data })
    const inner = document.createElement('font')
    inner.textContent = node.data
    const outer = document.createElement('font')
    outer.append(inner)
    node.replaceWith(outer)
  }
  const replaceIn = (root: Node) => {
    if (root instanceof Text) return replace(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    found.forEach(replace)
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      if (type === 'characterData') replaceIn(target)
      else addedNodes.forEach(replaceIn)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Returns the texts that the app changed and the page still shows as they were. */
export const textsLost = (page: Page) => page.evaluate(() => window.textsLost())
