import { setTimeout as pause } from 'node:timers/promises'
import type { Decisions } from '../../../sync-server/testing/scenario-calls.ts'
import type { Scenario } from '../scenario.ts'
import { brokenAccountInvariants } from './account-invariants.ts'
import { accountsIn, accountViewOf, signedOutView } from './account-view.ts'
import { brokenDeliveries } from './award-invariants.ts'
import { outdatedFeeds, whyNotConverged } from './convergence.ts'
import { brokenConversations } from './conversation-invariants.ts'
import { deletedPeople, remainsOfPeople } from './deletion-invariants.ts'

/** A slow machine still makes progress. A history is stuck if nothing changes for this time and for this many checks. */
const STUCK_MS = 7_000
const STUCK_LOOKS = 30
const HEALED_WITHIN_MS = 40_000
const HEALED_LOOKS = 120
/** The pause after a look: longer with each look that finds no change, because a look keeps the service busy. */
const LOOK_MS = 25
const LOOK_MS_AT_MOST = 250
const OPENED_EVERY = 20

/** The browsers and the service did not converge in time: they are too slow, or stuck. */
export class NotConverged extends Error {}

/**
 * Ends all faults, waits for convergence and returns the violated invariants; throws `NotConverged`. `begun` hears what
 * begins: if that hangs, the report names it.
 */
export async function checkInvariants(history: Scenario, begun: (what: string) => void): Promise<string[]> {
  const { browsers, problems, world } = history
  const { service, proxy } = world
  // Requests that hang keep hanging: a network does not tell a phone that a connection is dead.
  proxy.calm()
  world.database?.proxy.calm()
  begun('the service starts')
  await service.revive()
  for (const browser of browsers) if (!browser.isOnline) browser.setOnline(true)

  const startedAt = Date.now()
  let seen = { unrest: '', at: startedAt, look: 0 }
  let wasQuiet = false
  for (let look = 0; ; look += 1) {
    begun('everybody signs in')
    await signEverybodyIn(history, look % OPENED_EVERY === OPENED_EVERY - 1)
    begun('the service comes to rest')
    await service.revive()
    const unsettled = await service.rest().catch(() => ['the service does not rest'])
    begun('browsers are compared with the service')
    const unrest = [...unsettled, ...(await whyNotConverged(history))]
    if (unrest.length === 0) unrest.push(...(await outdatedFeeds(history)))
    // A request after the service's answer may have started a delivery, so the history must be quiet twice in a row.
    if (unrest.length === 0 && wasQuiet) break
    wasQuiet = unrest.length === 0
    if (wasQuiet) continue
    const now = Date.now()
    if (seen.unrest !== unrest.join()) seen = { unrest: unrest.join(), at: now, look }
    const isStuck = now - seen.at > STUCK_MS && look - seen.look > STUCK_LOOKS
    const isUnhealed = now - startedAt > HEALED_WITHIN_MS && look > HEALED_LOOKS
    if (!isStuck && !isUnhealed) {
      await pause(Math.min(LOOK_MS * (1 + look - seen.look), LOOK_MS_AT_MOST))
      continue
    }
    if (problems.length > 0) return [...problems, ...unrest]
    throw new NotConverged(unrest.join('\n'))
  }
  begun('the invariants are checked')
  const views = await Promise.all(accountsIn(history).map((account) => accountViewOf(history, account)))
  const parties = views.filter((party) => party !== undefined)
  const decisions = await service.decisions([...history.expected.asked.keys()])
  history.decided = tallyOf(history, decisions)
  const nobody = browsers.filter(({ owner }) => owner === undefined).map(signedOutView)
  const broken = [...parties, ...nobody].map((party) => brokenAccountInvariants(history, party, decisions))
  return [
    ...problems,
    ...(await Promise.all(broken)).flat(),
    ...(await brokenDeliveries(history, parties, decisions)),
    ...(await brokenConversations(history, parties, decisions)),
    ...(await remainsOfPeople(history)),
  ]
}

/** Counts the decisions: a history without any proves nothing. */
function tallyOf({ expected }: Scenario, decisions: Decisions): string[] {
  return [...expected.asked].map(([id, { kind }]) => `${kind} ${decisions[id]?.outcome ?? 'never sent'}`)
}

/** Signs people in again unless their account was deleted: a browser that has not noticed the deletion is reloaded. */
async function signEverybodyIn(history: Scenario, isOpenedAnew: boolean): Promise<void> {
  const signedOut = history.browsers.filter(({ isSignedIn }) => !isSignedIn)
  if (signedOut.length === 0) return
  const deleted = await deletedPeople(history)
  for (const browser of signedOut) {
    const last = browser.holders.findLast(({ account }) => account !== undefined)?.account
    const person = history.personOf(last)
    if (!person) continue
    if (!deleted.has(person)) await browser.trySigningIn(person)
    else if (isOpenedAnew && browser.owner === person.account) await browser.reload()
  }
}
