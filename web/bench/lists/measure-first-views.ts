import type { BrowserContext } from '@playwright/test'
import { type FirstView, firstViews, type Role } from './first-views.ts'
import { inNewPage, shareAt } from './in-new-page.ts'

/** An account with nothing, with one of everything, and with very much of everything. */
const COUNTS = [0, 1, 500]
/** Four times slower: most people's phones. */
const SLOWDOWN = 4
/** The target; twice as long is too slow. */
const FIRST_LIST_MS = 300

interface Options {
  /** Opens a browser with storage of its own. */
  profile: (name: string) => Promise<BrowserContext>
  url: string
  rounds: number
}

interface Measured {
  view: FirstView
  count: number
  times: number[]
  problems: string[]
}

/**
 * Opens every first view of every role with each number of things, and reports how soon its list is painted. A screen that
 * is too slow, that keeps a placeholder, or that is empty without a sentence fails the bench.
 */
export async function measureFirstViews(options: Options): Promise<void> {
  const all: Measured[] = []
  const roles = [...new Set(firstViews.map(({ role }) => role))]
  for (const role of roles) for (const count of COUNTS) all.push(...(await measureRole(role, count, options)))
  console.log(`The first views, at ${SLOWDOWN}× slowing, until the first list is painted:`)
  console.table(
    Object.fromEntries(
      all.map(({ view, count, times }) => [
        `${view.role} ${view.path} (${count})`,
        { 'best (ms)': Math.round(Math.min(...times)), 'median (ms)': Math.round(shareAt(times, 0.5)) },
      ]),
    ),
  )
  for (const one of all) report(one)
}

async function measureRole(role: Role, count: number, { profile, url, rounds }: Options): Promise<Measured[]> {
  const context = await profile(`${role}-${count}`.toLowerCase())
  try {
    await inNewPage(context, url, (run) => run('fillAccount', role, count))
    const measured: Measured[] = []
    for (const view of firstViews.filter((one) => one.role === role)) {
      const one: Measured = { view, count, times: [], problems: [] }
      for (let n = 0; n < rounds; n += 1) {
        // The screen of an unknown address has no list that could be taken for the one that is opened.
        const { ms, problem } = await inNewPage(context, `${url}#/nowhere`, async (run, slow) => {
          await run('mountFor', role)
          await slow(SLOWDOWN)
          return run('openFirstView', view.path, count)
        })
        one.times.push(ms)
        if (problem !== undefined) one.problems.push(problem)
      }
      measured.push(one)
    }
    return measured
  } finally {
    await context.close()
  }
}

function report({ view, count, times, problems }: Measured) {
  const name = `${view.path} of a ${view.role} with ${count} of everything`
  // The best round decides, because other work of the machine makes rounds slower.
  const best = Math.round(Math.min(...times))
  if (best > FIRST_LIST_MS)
    console.log(`${name} takes ${best} ms; its list should be painted within ${FIRST_LIST_MS} ms.`)
  for (const problem of new Set(problems)) console.error(`${name}: ${problem}.`)
  if (best > 2 * FIRST_LIST_MS)
    console.error(`${name} is too slow: its list is painted within ${2 * FIRST_LIST_MS} ms.`)
  if (best > 2 * FIRST_LIST_MS || problems.length > 0) process.exitCode = 1
}
