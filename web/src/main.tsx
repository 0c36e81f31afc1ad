import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/first-screen.css'

// The service leads an address without its # to the screen; the service worker answers it with this page.
const { pathname, search } = location
if (!/^\/(index\.html)?$/.test(pathname)) history.replaceState(null, '', `/#${pathname}${search}`)

/** Resolves after the next frame; a page that nobody sees paints none. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 200)
  })

/** In steps: a slow processor takes half a second to read all of it, and must neither keep the outline from being
 * painted nor be deaf as long. */
async function start() {
  await nextFrame()
  await import('react-dom/client')
  await nextFrame()
  await import('./data/start.ts')
  await nextFrame()
  const { openApp } = await import('./app/open-app.tsx')
  await nextFrame()
  await openApp()
}

start().catch((error: unknown) => {
  console.error(error)
  document.documentElement.dataset.first = 'failed'
})
