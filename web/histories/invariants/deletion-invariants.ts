import type { Scenario } from '../scenario.ts'
import type { Person } from '../world/browser.ts'
import { identitiesIn } from './account-view.ts'

export async function deletedPeople({ people, world }: Scenario): Promise<Set<Person>> {
  const found = await Promise.all(people.map(({ account }) => world.service.isDeleted(account).catch(() => false)))
  return new Set(people.filter((_, n) => found[n]))
}

/** Nothing personal remains of a deleted account, and no other browser loses its data. */
export async function remainsOfPeople(history: Scenario): Promise<string[]> {
  const { browsers, expected, world } = history
  const deleted = await deletedPeople(history)
  const problems: string[] = []
  for (const { email, account } of deleted) {
    const holders = identitiesIn(browsers).filter((holder) => holder.account === account)
    const mailboxes = holders.flatMap((holder) => [...holder.mailboxes])
    const remains = await world.service.remains({
      account,
      words: [email, ...holders.map(({ name }) => name)],
      mailboxes,
      since: history.beganAt,
    })
    problems.push(...remains.map((where) => `of ${email}, who is deleted, something is left in ${where}`))
  }
  for (const holder of identitiesIn(browsers)) {
    const isLeft = browsers.every((browser) => browser.holder !== holder)
    if (!isLeft || holder.account !== undefined || deleted.size > 0) continue
    const hadSomething = [...expected.asked.values(), ...expected.added].some(
      (one) => one.holder === holder && one.isSure,
    )
    if (hadSomething) problems.push(`browser ${holder.browser} lost what somebody without an account had`)
  }
  return problems
}
