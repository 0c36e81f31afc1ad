import type { Dump } from '../../../sync-server/testing/scenario-calls.ts'
import type { Scenario } from '../scenario.ts'
import type { Browser } from '../world/browser.ts'
import type { BrowserIdentity } from '../world/browser-identity.ts'

/** Somebody at the end of a history: what the service holds of them, who they were on the way, and where they are now. */
export interface AccountView {
  /** For messages. */
  name: string
  dump: Dump
  holders: BrowserIdentity[]
  browsers: Browser[]
}

/** Of an account that is gone, or a visitor who is another's name by now: none. */
export async function accountViewOf(
  { browsers, people, world }: Scenario,
  account: string,
): Promise<AccountView | undefined> {
  const dump = await world.service.dump(account)
  if (!dump) return undefined
  return {
    name: people.find((person) => person.account === account)?.email ?? `visitor ${account}`,
    dump,
    holders: identitiesIn(browsers).filter((holder) => holder.owner === account),
    browsers: browsers.filter(({ owner }) => owner === account),
  }
}

/** Whoever has an account, and the visitors that browsers work for now. */
export const accountsIn = ({ browsers, people }: Scenario): string[] => [
  ...new Set([
    ...people.map(({ account }) => account),
    ...browsers.flatMap(({ owner }) => (owner === undefined ? [] : [owner])),
  ]),
]

export const identitiesIn = (browsers: readonly Browser[]): BrowserIdentity[] =>
  browsers.flatMap(({ holders }) => holders)

/** A browser of nobody: what is there is on it alone. */
export const signedOutView = (browser: Browser): AccountView => ({
  name: `browser ${browser.holder.browser}`,
  dump: { account: '', mailbox: '', documents: [], orders: [], confirmed: [], claims: [] },
  holders: [browser.holder],
  browsers: [browser],
})
