// Before the app is there: chooses which outline index.html shows, and asks for the app's files and that screen's.
const { dataset } = document.documentElement
const path = location.hash.slice(1).split('?')[0]
const screen = /^\/?$/.test(path)
  ? 'home'
  : path === '/browse'
    ? 'browse'
    : path.startsWith('/product/')
      ? 'product'
      : ''
dataset.first = screen
const ask = (options) => document.head.append(Object.assign(document.createElement('link'), options))
// Lazy in the outline, so that the other screens do without it, and here the largest thing that is seen.
if (screen === 'home') ask({ rel: 'preload', as: 'image', href: '/flowers/hero.svg', fetchPriority: 'high' })
const { steps, [screen]: own = '' } = document.currentScript.dataset
const askForFiles = () => {
  for (const file of `${steps} ${own}`.trim().split(' '))
    ask({ rel: 'modulepreload', href: `/${file}`, crossOrigin: '' })
}
// Once the outline is seen: what it is painted with has the line to itself until then. A busy processor shows a frame
// long after it was made.
const seen = new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint').length === 0) return
  seen.disconnect()
  askForFiles()
})
seen.observe({ type: 'paint', buffered: true })
// What could not be fetched is said, not waited for.
const sayFailed = ({ target }) => {
  if (target instanceof HTMLScriptElement) dataset.first = 'failed'
}
addEventListener('error', sayFailed, true)
// The link alone would forget which screen was asked for.
addEventListener('click', (event) => {
  if (!event.target.closest('.first-failed a')) return
  event.preventDefault()
  location.reload()
})
