import { ulidOf } from '#model'
import type { Dump } from '../../../sync-server/testing/scenario-calls.ts'
import { cartLines } from '../../src/data/orders/cart.ts'
import { favouriteIds } from '../../src/data/people/favourites.ts'
import { read } from '../../src/testing/two-devices.ts'
import type { Scenario } from '../scenario.ts'
import type { Browser } from '../world/browser.ts'
import type { BrowserIdentity } from '../world/browser-identity.ts'
import type { AccountView } from './account-view.ts'

/** The merged cart neither loses nor duplicates pieces, and all browsers of a person show the same cart. */
export async function brokenCart(
  { expected }: Scenario,
  { name, dump, holders, browsers }: AccountView,
): Promise<string[]> {
  const problems: string[] = []
  const shown = await Promise.all(browsers.map(shownBy))
  const [first] = shown
  if (!first) return problems
  if (new Set(shown.map((one) => JSON.stringify(one))).size > 1)
    problems.push(`the browsers of ${name} show ${shown.map((one) => JSON.stringify(one)).join(' and ')}`)

  const cart = new Map(first.cart)
  const isTheirs = ({ holder }: { holder: BrowserIdentity }) => holders.includes(holder)
  problems.push(...lostFavourites(expected.favoured.filter(isTheirs), first.favourites))
  for (const flower of new Set([...cart.keys(), ...expected.added.filter(isTheirs).map((one) => one.flower)])) {
    const there = cart.get(flower) ?? 0
    const added = expected.added.filter((one) => isTheirs(one) && one.flower === flower)
    const taken = expected.taken.filter((one) => isTheirs(one) && one.flower === flower)
    const ordered = orderedOf(dump, flower, expected)
    const figures = `${sum(added)} added, ${sum(taken)} taken, ${sum(ordered)} ordered`
    const most = sum(added) - sum(ordered)
    // The removed and the ordered pieces of one browser are different; two browsers may have removed the same pieces.
    const byOne = holders
      .filter((one) => !expected.rolledBack.has(one))
      .map((one) => sum([...taken.filter(({ isSure }) => isSure), ...ordered].filter(({ holder }) => holder === one)))
    if (there > Math.min(most, sum(added) - Math.max(0, ...byOne)))
      problems.push(`${there} ${flower} in the cart, more than are left of ${figures}`)
    if (there < sum(added.filter((one) => one.isSure)) - sum(taken) - sum(ordered))
      problems.push(`${there} ${flower} in the cart, less than are left of ${figures}`)
  }
  return problems
}

const orderedOf = ({ orders }: Dump, flower: string, { asked }: Scenario['expected']) =>
  orders.flatMap(({ _id, lines }) =>
    lines
      .filter((line) => line.flower === flower && Object.keys(line.consumes).length > 0)
      .map(({ quantity }) => ({ quantity, holder: asked.get(`intent:${ulidOf(_id)}`)?.holder })),
  )

/** Checks the favourites on which all choices agreed. */
function lostFavourites(favoured: Scenario['expected']['favoured'], shown: readonly string[]): string[] {
  return [...Map.groupBy(favoured, ({ flower }) => flower)].flatMap(([flower, all]) => {
    const isAgreed = all.every(({ on, isSure }) => isSure && on === all[0]?.on)
    if (!isAgreed || shown.includes(flower) === all[0]?.on) return []
    return [`${flower} is ${shown.includes(flower) ? 'a' : 'no'} favourite, and nobody wanted that`]
  })
}

const sum = (pieces: readonly { quantity: number }[]) => pieces.reduce((all, { quantity }) => all + quantity, 0)

async function shownBy({ page }: Browser) {
  const { lines } = await read(page, cartLines)
  const favourites = await read(page, favouriteIds)
  return {
    cart: lines.map(({ flowerId, quantity }) => [flowerId, quantity] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    favourites: [...favourites].sort(),
  }
}
