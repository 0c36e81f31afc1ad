// Runs before the app: chooses which outline index.html shows, loads the files of the app and of that screen, and starts
// again if the app does not load.
import { after, recover, recoverWhenPossible } from './recovery.ts'

const STYLE_WAIT_AT_MOST_MS = 30_000

const { dataset } = document.documentElement
const [path = ''] = (location.hash.slice(1) || location.pathname).split('?')
const isHome = /^\/?(index\.html)?$/.test(path)
const screen = isHome ? 'home' : path === '/browse' ? 'browse' : path.startsWith('/product/') ? 'product' : ''
dataset.first = screen
const ask = (options: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), options))
// The picture is lazy in the outline, so that other screens do not load it. On the home screen it is the largest element.
if (isHome) ask({ rel: 'preload', as: 'image', href: '/flowers/hero.svg', fetchPriority: 'high' })

const { steps = '', [screen]: own = '' } = document.currentScript?.dataset ?? {}
const askForFiles = () => {
  for (const file of `${steps} ${own}`.trim().split(' '))
    ask({ rel: 'modulepreload', href: `/${file}`, crossOrigin: '' })
}
// The files are loaded once the outline is painted, so that they do not compete with what the outline needs. A busy
// processor paints a frame long after it was made, so this waits for the paint itself.
const seen = new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint').length === 0) return
  seen.disconnect()
  askForFiles()
})
seen.observe({ type: 'paint', buffered: true })

const failed = () => document.querySelector('.first-failed')
// If a script could not be fetched, or was cut off and cannot be read, the outline says so at once. After the app has
// replaced the outline, it handles its own errors.
const sayFailed = (event: Event) => {
  const isOurs = event.target instanceof HTMLScriptElement || (event instanceof ErrorEvent && event.error)
  if (isOurs && (document.readyState === 'loading' || failed())) dataset.first = 'failed'
}
addEventListener('error', sayFailed, true)

// Without its style sheet the app works and cannot be read: it is asked for until it comes.
let styleTries = 0
const askForStyleAgain = async ({ target }: Event) => {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
  await networkAgain(Math.min(500 * 2 ** styleTries, STYLE_WAIT_AT_MOST_MS))
  styleTries += 1
  // A link that failed is not fetched again; a copy of it is.
  target.replaceWith(target.cloneNode())
}
addEventListener('error', (event) => void askForStyleAgain(event), true)

let isWaiting = false
const networkAgain = (ms: number) =>
  Promise.race([after(ms), new Promise((resolve) => addEventListener('online', resolve, { once: true }))])
// The app's entry sets the same attribute if one of its steps fails.
new MutationObserver(() => {
  if (dataset.first !== 'failed' || isWaiting) return
  isWaiting = true
  const stop = recoverWhenPossible((ms) => networkAgain(ms).then(() => failed() ?? stop()))
}).observe(document.documentElement, { attributeFilter: ['data-first'] })

// Following the link would lose the address of the screen.
addEventListener('click', (event) => {
  if (!(event.target instanceof Element && event.target.closest('.first-failed a'))) return
  event.preventDefault()
  void recover()
})
