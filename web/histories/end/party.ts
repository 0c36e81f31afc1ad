import type { Dump } from '../../../sync-server/testing/history-calls.ts'
import type { History } from '../history.ts'
import type { Browser } from '../world/browser.ts'
import type { Holder } from '../world/holder.ts'

/** Somebody at the end of a history: what the service holds of them, who they were on the way, and where they are now. */
export interface Party {
  /** For messages. */
  name: string
  dump: Dump
  holders: Holder[]
  browsers: Browser[]
}

/** Of an account that is gone, or a visitor who is another's name by now: none. */
export async function partyOf({ browsers, people, world }: History, account: string): Promise<Party | undefined> {
  const dump = await world.service.dump(account)
  if (!dump) return undefined
  return {
    name: people.find((person) => person.account === account)?.email ?? `visitor ${account}`,
    dump,
    holders: holdersIn(browsers).filter((holder) => holder.owner === account),
    browsers: browsers.filter(({ owner }) => owner === account),
  }
}

/** Whoever has an account, and the visitors that browsers work for now. */
export const accountsIn = ({ browsers, people }: History): string[] => [
  ...new Set([
    ...people.map(({ account }) => account),
    ...browsers.flatMap(({ owner }) => (owner === undefined ? [] : [owner])),
  ]),
]

export const holdersIn = (browsers: readonly Browser[]): Holder[] => browsers.flatMap(({ holders }) => holders)

/** A browser of nobody: what is there is on it alone. */
export const partyOfNobody = (browser: Browser): Party => ({
  name: `browser ${browser.holder.browser}`,
  dump: { account: '', mailbox: '', documents: [], orders: [], confirmed: [], claims: [] },
  holders: [browser.holder],
  browsers: [browser],
})
