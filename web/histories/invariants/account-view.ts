import type { Dump } from '../../../sync-server/testing/scenario-calls.ts'
import type { Scenario } from '../scenario.ts'
import type { Browser } from '../world/browser.ts'
import type { BrowserIdentity } from '../world/browser-identity.ts'

/** An account at the end of a history: the service's data, all identities of its browsers, and its current browsers. */
export interface AccountView {
  /** The name in messages. */
  name: string
  dump: Dump
  holders: BrowserIdentity[]
  browsers: Browser[]
}

/** Returns undefined for a deleted account, or for a visitor that was merged into an account. */
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

/** Returns the ids of all accounts, and of the current visitors of browsers. */
export const accountsIn = ({ browsers, people }: Scenario): string[] => [
  ...new Set([
    ...people.map(({ account }) => account),
    ...browsers.flatMap(({ owner }) => (owner === undefined ? [] : [owner])),
  ]),
]

export const identitiesIn = (browsers: readonly Browser[]): BrowserIdentity[] =>
  browsers.flatMap(({ holders }) => holders)

/** The view of a browser without an account or visitor: its data exists only in this browser. */
export const signedOutView = (browser: Browser): AccountView => ({
  name: `browser ${browser.holder.browser}`,
  dump: { account: '', mailbox: '', documents: [], orders: [], confirmed: [], claims: [] },
  holders: [browser.holder],
  browsers: [browser],
})
