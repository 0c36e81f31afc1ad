import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { findOrInstallChromium } from '../../.ci/chromium.ts'
import type { Bench } from './lists/page.ts'

/**
 * The history of a customer with thousands of orders, in a real Chromium on a real disk: how soon after opening it the newest
 * orders show, and how soon after the tap one that is placed now does, beside a bare PouchDB with the same orders in the same
 * page. `node web/bench/lists.ts --orders 5000 --rounds 15`
 */

const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '5000' }, rounds: { type: 'string', default: '15' } },
})
const rounds = Number(options.rounds)

/** Calls a function of the page; returns 0 if that returns no figure. */
type Run = (name: keyof Bench, count?: number) => Promise<number>

/** Works in a new page, in which nothing has been read yet. */
async function inNewPage<T>(context: BrowserContext, url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in window)
  const run: Run = (name, count = 0) =>
    page.evaluate(
      async ([called, given]) => Number((await (window as unknown as { bench: Bench }).bench[called](given)) ?? 0),
      [name, count] as const,
    )
  try {
    return await work(run)
  } finally {
    await page.close()
  }
}

function figures(all: readonly number[], bare?: readonly number[]) {
  const at = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
  const median = at(all, 0.5)
  return {
    'best (ms)': Math.round(at(all, 0)),
    'median (ms)': Math.round(median),
    'p90 (ms)': Math.round(at(all, 0.9)),
    ...(bare && {
      'bare, median (ms)': Math.round(at(bare, 0.5)),
      '× bare': Number((median / at(bare, 0.5)).toFixed(1)),
    }),
  }
}

const folder = await mkdtemp(join(tmpdir(), 'mogra-lists-'))
const root = join(import.meta.dirname, 'lists')
const common = { root, configFile: false, logLevel: 'warn', publicDir: '../../public' } as const
await build({
  ...common,
  plugins: [react()],
  build: { outDir: join(folder, 'page'), emptyOutDir: true, target: 'es2022' },
})
const server = await preview({ ...common, build: { outDir: join(folder, 'page') }, preview: { port: 0 } })
const url = server.resolvedUrls?.local[0] ?? ''
const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath: findOrInstallChromium(),
  args: ['--no-sandbox'],
  viewport: { width: 360, height: 800 },
})
try {
  await inNewPage(context, url, (run) => run('seed', Number(options.orders)))
  const read: number[] = []
  const bareRead: number[] = []
  const drawn: number[] = []
  const placed: number[] = []
  const barePlaced: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    await inNewPage(context, url, async (run) => {
      await run('openDatabases')
      bareRead.push(await run('bareFirstOrders'))
      read.push(await run('firstOrders'))
    })
    await inNewPage(context, `${url}#/about`, async (run) => {
      await run('openDatabases')
      await run('mount')
      drawn.push(await run('openList'))
    })
  }
  await inNewPage(context, `${url}#/about`, async (run) => {
    await run('openDatabases')
    await run('mount')
    await run('openList')
    await run('readAll')
    for (let n = 0; n < rounds; n += 1) {
      barePlaced.push(await run('barePlaceOrder'))
      placed.push(await run('placeOrder'))
    }
  })
  console.log(`The history of ${options.orders} orders, each with its intent, receipt and notice:`)
  console.table({
    'the newest 50 are read': figures(read, bareRead),
    'the newest 50 are drawn': figures(drawn),
    'a new order is drawn after the tap': figures(placed, barePlaced),
  })
  // The best round decides, because other work of the machine makes rounds slower.
  if (Math.min(...drawn) > 80 || Math.min(...placed) > 20) {
    console.error('Too slow: the newest 50 show within 80 ms of opening, a new order within 20 ms of the tap.')
    process.exitCode = 1
  }
} finally {
  await context.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
