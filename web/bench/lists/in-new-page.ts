import type { BrowserContext } from '@playwright/test'
import type { Bench } from './page.ts'

/** Calls a function of the page. */
type Run = <Name extends keyof Bench>(
  name: Name,
  ...given: Parameters<Bench[Name]>
) => Promise<Awaited<ReturnType<Bench[Name]>>>

type Slow = (times: number) => Promise<unknown>

/**
 * Works in a new page, in which nothing has been read yet; with `slowdown`, like a phone that is so many times slower.
 * `slow` changes the slowdown.
 */
export async function inNewPage<T>(
  context: BrowserContext,
  url: string,
  work: (run: Run, slow: Slow) => Promise<T>,
  slowdown = 1,
): Promise<T> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  const slow: Slow = (rate) => devTools.send('Emulation.setCPUThrottlingRate', { rate })
  await slow(slowdown)
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in window)
  const run = ((name, ...given) =>
    page.evaluate(
      ([called, args]) =>
        (window as unknown as { bench: Record<string, (...args: unknown[]) => unknown> }).bench[called]?.(...args),
      [name, given as unknown[]] as const,
    )) as Run
  try {
    return await work(run, slow)
  } finally {
    await page.close()
  }
}

/** Returns the smallest of these values that so large a share of them does not exceed. */
export const shareAt = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
