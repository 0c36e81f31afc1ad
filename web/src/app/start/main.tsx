import '../../ui/fonts.css'
import '../../ui/tokens.css'
import '../../ui/base.css'
import '../../ui/first-screen.css'
import { tidyAddress } from './screen-address.ts'

tidyAddress()
// Before the router hears of an address that is pasted into the bar while the app is open.
addEventListener('popstate', tidyAddress)

/**
 * Resolves when the placeholder has been painted. A hidden page paints nothing, and some browsers do not report a
 * paint.
 */
const firstPaint = () =>
  new Promise<void>((resolve) => {
    const seen = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      seen.disconnect()
      resolve()
    })
    seen.observe({ type: 'paint', buffered: true })
    setTimeout(resolve, document.hidden ? 0 : 500)
  })

/** Resolves after the next frame; a hidden page paints none. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 200)
  })

/**
 * Loads the app in steps: a slow processor takes half a second to parse all of it, and must neither delay the paint of
 * the placeholder nor ignore input for that long.
 */
async function start() {
  await firstPaint()
  await import('react-dom/client')
  await nextFrame()
  await import('../../data/runtime/start.ts')
  await nextFrame()
  const { openApp } = await import('./open-app.tsx')
  await nextFrame()
  await openApp()
}

start().catch((error: unknown) => {
  console.error(error)
  document.documentElement.dataset.first = 'failed'
})
