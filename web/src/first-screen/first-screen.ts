// Before the app is there: chooses which outline index.html shows, asks for the app's files and that screen's, and starts
// again where the app does not come.
import { after, recover, recoverWhenPossible } from './recovery.ts'

const { dataset } = document.documentElement
const [path = ''] = (location.hash.slice(1) || location.pathname).split('?')
const isHome = /^\/?(index\.html)?$/.test(path)
const screen = isHome ? 'home' : path === '/browse' ? 'browse' : path.startsWith('/product/') ? 'product' : ''
dataset.first = screen
const ask = (options: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), options))
// Lazy in the outline, so that the other screens do without it, and here the largest thing that is seen.
if (isHome) ask({ rel: 'preload', as: 'image', href: '/flowers/hero.svg', fetchPriority: 'high' })

const { steps = '', [screen]: own = '' } = document.currentScript?.dataset ?? {}
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

const failed = () => document.querySelector('.first-failed')
// What could not be fetched, or not be read because it was cut off, is said, not waited for. The app takes the outline's
// place; what fails then is its own affair.
const sayFailed = (event: Event) => {
  const isOurs = event.target instanceof HTMLScriptElement || (event instanceof ErrorEvent && event.error)
  if (isOurs && (document.readyState === 'loading' || failed())) dataset.first = 'failed'
}
addEventListener('error', sayFailed, true)

let isWaiting = false
const networkAgain = (ms: number) =>
  Promise.race([after(ms), new Promise((resolve) => addEventListener('online', resolve, { once: true }))])
// The app's entry says so in the same way when one of its steps fails.
new MutationObserver(() => {
  if (dataset.first !== 'failed' || isWaiting) return
  isWaiting = true
  const stop = recoverWhenPossible((ms) => networkAgain(ms).then(() => failed() ?? stop()))
}).observe(document.documentElement, { attributeFilter: ['data-first'] })

// The link alone would forget which screen was asked for.
addEventListener('click', (event) => {
  if (!(event.target instanceof Element && event.target.closest('.first-failed a'))) return
  event.preventDefault()
  void recover()
})
