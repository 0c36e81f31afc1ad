import type { History } from '../history.ts'
import type { Person } from '../world/browser.ts'
import { holdersIn } from './party.ts'

export async function deletedPeople({ people, world }: History): Promise<Set<Person>> {
  const found = await Promise.all(people.map(({ account }) => world.service.isDeleted(account).catch(() => false)))
  return new Set(people.filter((_, n) => found[n]))
}

/** Nobody is wiped who did not want it, and of who did nothing is left but figures. */
export async function remainsOfPeople(history: History): Promise<string[]> {
  const { browsers, promises, world } = history
  const deleted = await deletedPeople(history)
  const problems: string[] = []
  for (const { email, account } of deleted) {
    const holders = holdersIn(browsers).filter((holder) => holder.account === account)
    const mailboxes = holders.flatMap((holder) => [...holder.mailboxes])
    const remains = await world.service.remains({
      account,
      words: [email, ...holders.map(({ name }) => name)],
      mailboxes,
      since: history.beganAt,
    })
    problems.push(...remains.map((where) => `of ${email}, who is deleted, something is left in ${where}`))
  }
  for (const holder of holdersIn(browsers)) {
    const isLeft = browsers.every((browser) => browser.holder !== holder)
    if (!isLeft || holder.account !== undefined || deleted.size > 0) continue
    const hadSomething = [...promises.asked.values(), ...promises.added].some(
      (one) => one.holder === holder && one.isSure,
    )
    if (hadSomething) problems.push(`browser ${holder.browser} lost what somebody without an account had`)
  }
  return problems
}
