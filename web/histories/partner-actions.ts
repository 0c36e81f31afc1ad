import {
  acceptDelivery,
  advanceDelivery,
  type PayloadOf,
  releaseDelivery,
  requestPayout,
  setAvailability,
  ulidOf,
} from '#model'
import type { Command } from './commands.ts'
import { ask } from './customer-actions.ts'
import type { AskedIntent, ExpectedState } from './expected-state.ts'
import type { Browser } from './world/browser.ts'

type Of<K extends Command['do']> = Extract<Command, { do: K }>

/** Carries out an action of a delivery partner; a browser that nobody has signed in to has none. */
export async function runPartnerAction(
  browser: Browser,
  command: Of<'duty' | 'accept' | 'step' | 'release' | 'payout'>,
  expected: ExpectedState,
): Promise<void> {
  const { account } = browser.holder
  if (account === undefined) return
  switch (command.do) {
    case 'duty':
      return ask(browser, setAvailability, { online: command.on }, expected)
    case 'payout':
      return ask(browser, requestPayout, {}, expected)
    case 'accept': {
      const theirs = [...expected.asked].filter(([, one]) => one.kind === 'place-order' && one.holder.owner !== account)
      const [id] = nthOf(theirs, command.nth) ?? []
      if (id !== undefined) await ask(browser, acceptDelivery, { order: ulidOf(id) }, expected)
      return
    }
    case 'release': {
      const order = claimed(expected, account, command.nth)
      if (order !== undefined) await ask(browser, releaseDelivery, { order, reason: 'vehicle' }, expected)
      return
    }
    case 'step': {
      const order = claimed(expected, account, command.nth)
      if (order === undefined) return
      const shown = await browser.page.databases.mailbox().get(`delivery:${order}`)
      const report = { order, version: shown?.version ?? 1, at: new Date().toISOString() }
      const { step } = command
      const payload: PayloadOf<'advance-delivery'> =
        step === 'picked_up'
          ? { ...report, step }
          : step === 'delivered'
            ? { ...report, step, handedTo: 'recipient' }
            : { ...report, step, reason: 'no_answer' }
      await ask(browser, advanceDelivery, payload, expected)
    }
  }
}

const nthOf = <T>(all: readonly T[], nth: number): T | undefined => all[nth % Math.max(1, all.length)]

/** The nth order whose delivery somebody with this account has asked for. */
function claimed({ asked }: ExpectedState, account: string, nth: number): string | undefined {
  const isTheirs = (one: AskedIntent) => one.kind === 'accept-delivery' && one.holder.account === account
  const orders = [...asked.values()]
    .filter(isTheirs)
    .map(({ payload }) => (payload as PayloadOf<'accept-delivery'>).order)
  return nthOf([...new Set(orders)], nth)
}
