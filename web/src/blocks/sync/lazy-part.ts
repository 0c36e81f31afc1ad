import { type FunctionComponent, type LazyExoticComponent, lazy } from 'react'
import { networkAgain, waitAfter } from '../../data/network-again.ts'

/**
 * A part of a screen that the screen does not need: where its chunk cannot be fetched, it comes with the network, and
 * nothing shows an error.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): LazyExoticComponent<FunctionComponent<P>> =>
  lazy(async () => {
    for (let tries = 0; ; tries += 1) {
      const part = await load().catch(() => undefined)
      if (part) return { default: part }
      await networkAgain(waitAfter(tries))
    }
  })
