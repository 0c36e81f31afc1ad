import { receiptId, ulidOf } from '#model'
import type { Dump } from '../../../sync-server/testing/scenario-calls.ts'
import { refusedDocuments } from '../../src/data/attention.ts'
import { isOnDuty } from '../../src/data/local/partner-state.ts'
import { read } from '../../src/testing/two-devices.ts'
import type { Scenario } from '../scenario.ts'
import type { Browser } from '../world/browser.ts'
import { accountsIn, accountViewOf } from './account-view.ts'

/** Why a history has not converged: unsent documents, differences to the service, or a browser without a poll. */
export async function whyNotConverged(
  history: Scenario,
  isConcerned: (browser: Browser) => boolean = () => true,
): Promise<string[]> {
  const { browsers, world } = history
  const unrest: string[] = []
  // Meanwhile a visitor may be created, or may sign in.
  const owners = browsers.map(({ owner }) => owner)
  for (const account of accountsIn(history)) {
    const party = await accountViewOf(history, account).catch(() => 'no answer' as const)
    if (party === 'no answer') return ['the service does not answer']
    if (!party) {
      const left = browsers.filter((browser) => browser.owner === account && isConcerned(browser))
      unrest.push(...left.map(({ holder }) => `browser ${holder.browser} works for ${account}, who is gone`))
      continue
    }
    unrest.push(...undecided(party.dump))
    for (const browser of party.browsers) {
      if (!isConcerned(browser)) continue
      const reasons = [...(await pendingPushOf(browser)), ...(await differences(browser, party.dump))]
      const polls = heldBy(browser, world)
      if (polls.length !== 1) reasons.push(`holds ${polls.length} polls: ${polls.join(', ')}`)
      unrest.push(...reasons.map((reason) => `browser ${browser.holder.browser}: ${reason}`))
    }
  }
  for (const [n, browser] of browsers.entries()) {
    if (browser.owner !== owners[n]) unrest.push(`browser ${n} has just begun to work for somebody else`)
    else if (browser.owner === undefined && isConcerned(browser))
      unrest.push(...unsentSaidBy(browser).map((reason) => `browser ${n}: ${reason}`))
  }
  return unrest
}

/** Which browsers of partners on duty show other open requests than the city's feed has. Off duty nothing is pulled. */
export async function outdatedFeeds({ browsers, world }: Scenario): Promise<string[]> {
  const readers = browsers.filter(({ isSignedIn }) => isSignedIn)
  const there = await world.service.deliveries([]).catch(() => undefined)
  if (!there) return ['the service does not answer']
  const differing = readers.map(async ({ page, holder }) => {
    if (!(await isOnDuty(page.databases.mailbox(), page.environment.now()))) return []
    const rows = await page.databases.feed('deliveries')?.openRows('delivery')
    const here = rows?.map(({ _id }) => _id) ?? []
    const other = [...here, ...there.openRows].filter((id) => !here.includes(id) || !there.openRows.includes(id))
    return other.length === 0 ? [] : [`browser ${holder.browser} differs from the feed in ${other.sort().join(' ')}`]
  })
  return (await Promise.all(differing)).flat()
}

function undecided({ documents }: Dump): string[] {
  const ids = new Set(documents.map(({ _id }) => _id))
  return [...ids]
    .filter((id) => id.startsWith('intent:') && !ids.has(receiptId(ulidOf(id))))
    .map((id) => `${id} has no receipt`)
}

async function pendingPushOf(browser: Browser): Promise<string[]> {
  const really = await browser.unsent()
  return [...unsentSaidBy(browser), ...(really.length > 0 ? [`really unsent are ${really.join(' ')}`] : [])]
}

function unsentSaidBy({ page }: Browser): string[] {
  const { unsent, state } = page.status.get()
  return unsent === 0 && ['up-to-date', 'attention'].includes(state) ? [] : [`${state}, ${unsent} unsent on the screen`]
}

async function differences(browser: Browser, { mailbox, documents }: Dump): Promise<string[]> {
  // A moved mailbox has the same documents as the old one, so only following it shows that the browser is up to date.
  const { signedIn } = browser.page.sessionState.get()
  if (signedIn?.mailbox.name !== mailbox) return ['has not followed its mailbox']
  const there = new Map(documents.map((doc) => [doc._id, leavesOf(doc)]))
  const here = await localDocuments(browser)
  const refused = new Set((await read(browser.page, refusedDocuments)).map(({ id }) => id))
  const other = [...here].filter(([id, leaves]) => there.get(id) !== leaves && !refused.has(id))
  return [
    ...other.map(([id, leaves]) => `${id} is ${leaves}, at the service ${there.get(id)}`),
    ...[...there.keys()].filter((id) => !here.has(id)).map((id) => `${id} is missing`),
  ]
}

async function localDocuments({ page }: Browser): Promise<Map<string, string>> {
  const { rows } = await page.databases.mailbox().db.allDocs({ include_docs: true, conflicts: true })
  return new Map(rows.flatMap((row) => ('doc' in row && row.doc ? [[row.id, leavesOf(row.doc)] as const] : [])))
}

const leavesOf = ({ _rev, _conflicts = [] }: { _rev: string; _conflicts?: string[] | undefined }) =>
  [_rev, ..._conflicts].sort().join(' ')

/**
 * One page of a browser replicates, so the gate holds one poll of its mailbox. If the response of a sign-in was lost,
 * the poll may have the old cookie, so any cookie that this browser ever sent counts.
 */
const heldBy = ({ line }: Browser, { proxy }: Scenario['world']) =>
  proxy
    .open()
    .filter(({ path, cookie }) => /^\/db\/mailbox-\w+\/_changes/.test(path) && line.hasSent(cookie))
    .map(({ path, query, begunAt }) => `${path}?${query} since ${begunAt.toISOString()}`)
