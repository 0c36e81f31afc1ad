import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page, type Request } from '@playwright/test'
import { findOrInstallChromium } from '../../.ci/chromium.ts'
import buildApp from '../e2e/build-app.ts'
import words from '../src/i18n/locales/en/catalogue.json' with { type: 'json' }
import { type BenchService, startBenchService } from './service.ts'

/**
 * Measures a shop with two thousand flowers on a processor that is four times slower than this machine: how long the
 * catalogue takes to arrive, and how long a change of the filters takes from the event to the frame that shows it.
 * `node web/bench/shop.ts` uses the built app in a real Chromium.
 */

const FLOWERS = 2000
const SLOWED = 4
const ROUNDS = 11

interface Generated {
  florists: readonly object[]
  flowers: readonly object[]
}

/** Imports by a variable, as `startBenchService` does. */
async function fillCatalogue(service: BenchService) {
  const folder = '../../sync-server/demo'
  const [{ generateCatalogue }, { writeCatalogue }]: [
    { generateCatalogue: (count: number, seed: number) => Generated },
    { writeCatalogue: (couch: object, catalogue: Generated) => Promise<number> },
  ] = await Promise.all([import(`${folder}/generated/generate-catalogue.ts`), import(`${folder}/write-catalogue.ts`)])
  return writeCatalogue(service.services.couch, generateCatalogue(FLOWERS, 1))
}

const slow = (session: CDPSession, rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })

async function measureFirstSync(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const requests: Request[] = []
  // The event fires for requests of the page and of its worker.
  context.on('requestfinished', (request) => {
    if (request.url().includes('/db/catalogue')) requests.push(request)
  })
  await slow(session, SLOWED)
  const from = performance.now()
  await page.goto(`${url}/#/browse`)
  await page.getByRole('listitem').first().waitFor({ timeout: 120_000 })
  const firstCards = performance.now() - from
  await page.getByText(/^2,000 bouquets$/).waitFor({ timeout: 120_000 })
  const whole = performance.now() - from
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  await page.reload()
  const again = performance.now()
  await page.getByText(/^2,000 bouquets$/).waitFor({ timeout: 120_000 })
  return {
    page,
    session,
    figures: {
      'first cards (ms)': Math.round(firstCards),
      'whole (ms)': Math.round(whole),
      requests: sizes.length,
      'KB down': Math.round(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1024),
      'stored: opened again (ms)': Math.round(performance.now() - again),
    },
  }
}

/** Measures the milliseconds from the event to the frame after the list shows the result of the change. */
async function timed(page: Page, session: CDPSession, change: () => Promise<unknown>) {
  const before = await busy(session)
  await page.evaluate(() => {
    const shelf = document.querySelector('main') as HTMLElement
    const state = { from: 0, answered: 0, cards: 0, painted: 0 }
    Object.assign(window, { benchState: state })
    const begin = (event: Event) => {
      if (state.from === 0) state.from = event.timeStamp
    }
    for (const type of ['input', 'click', 'change']) addEventListener(type, begin, { capture: true, once: true })
    const within = (node: Node, role: string) =>
      (node instanceof Element ? node : node.parentElement)?.closest(`[role=${role}]`)
    const holdsList = (node: Node) => node instanceof Element && node.querySelector('[role=list]') !== null
    new MutationObserver((changes, observer) => {
      // If no flower matches, the list is removed.
      const isShelf = changes.some(
        ({ target, addedNodes, removedNodes }) =>
          within(target, 'list') || [...addedNodes, ...removedNodes].some(holdsList),
      )
      const isCount = changes.some(({ target }) => within(target, 'status'))
      if ((isShelf || isCount) && state.answered === 0) state.answered = performance.now()
      if (!isShelf) return
      observer.disconnect()
      state.cards = performance.now()
      requestAnimationFrame(() =>
        setTimeout(() => {
          state.painted = performance.now()
        }),
      )
    }).observe(shelf, { subtree: true, childList: true, characterData: true })
  })
  await change()
  const state = await page.waitForFunction(() => {
    const { benchState } = window as unknown as {
      benchState: Record<'from' | 'answered' | 'cards' | 'painted', number>
    }
    return benchState.painted > 0 ? benchState : undefined
  })
  const moments = await state.jsonValue()
  if (!moments) throw new Error('no answer was seen')
  const { from, answered, cards, painted } = moments
  return {
    answered: answered - from,
    cards: cards - from,
    painted: painted - from,
    busy: (await busy(session)) - before,
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The CPU time of the page's main thread so far, in milliseconds; other programs do not count. */
async function busy(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

async function measureAnswers(page: Page, session: CDPSession) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const search = page.getByRole('searchbox')
  // When the page reports no match, it has read the whole catalogue.
  await search.fill('zzzz')
  await page.getByText(words.browse.none).waitFor({ timeout: 120_000 })
  await search.fill('')
  await page.getByRole('listitem').first().waitFor()
  const sort = page.getByLabel('Sort by')
  const radio = (name: string) => page.getByRole('radio', { name, exact: true })
  const click = (name: string) => () => radio(name).evaluate((input: HTMLInputElement) => input.click())
  const type = (text: string) => () => search.fill(text)
  const changes: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['category', click('Roses'), click('Lilies')],
    ['sort by price', () => sort.selectOption('price-low'), () => sort.selectOption('popular')],
    ['sort by name', () => sort.selectOption('name'), () => sort.selectOption('popular')],
    ['search "gulab"', type('gulab'), type('')],
    ['search "tulps"', type('tulps'), type('')],
    ['search "मुंबई गुलाब"', type('मुंबई गुलाब'), type('')],
    ['price', () => page.getByRole('slider').fill('600'), () => page.getByRole('slider').fill('2000')],
  ]
  const figures: Record<string, object> = {}
  for (const [name, change, back] of changes) {
    const runs: Awaited<ReturnType<typeof timed>>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push(await timed(page, session, change))
      await timed(page, session, back)
      await page.waitForTimeout(400)
    }
    figures[name] = {
      'processor time, median (ms)': Math.round(median(runs.map((run) => run.busy))),
      'answered, median (ms)': Math.round(median(runs.map((run) => run.answered))),
      'first cards, median (ms)': Math.round(median(runs.map((run) => run.cards))),
      'painted, median (ms)': Math.round(median(runs.map((run) => run.painted))),
      'painted, worst (ms)': Math.round(Math.max(...runs.map((run) => run.painted))),
    }
  }
  return figures
}

buildApp()
const service = await startBenchService({ webFolder: join(import.meta.dirname, '../dist') })
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ['--no-sandbox'] })
try {
  const documents = await fillCatalogue(service)
  const { page, session, figures } = await measureFirstSync(browser, service.url)
  console.log(`First sync of ${documents} new documents, processor ${SLOWED} times slower:`)
  console.table(figures)
  await slow(session, 1)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.waitForTimeout(3000)
  await slow(session, SLOWED)
  console.log(`Filters, sort and search over ${FLOWERS} flowers, processor ${SLOWED} times slower:`)
  console.table(await measureAnswers(page, session))
} finally {
  await browser.close()
  await service.close()
}
