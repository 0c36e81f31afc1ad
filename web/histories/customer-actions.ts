import {
  cancelOrder,
  changeOrder,
  type DeclaredAs,
  type IntentKind,
  type OrderStatus,
  type PayloadOf,
  placeOrder,
  priceTable,
  promoRefusal,
  rateDelivery,
  reportProblem,
  trackOrder,
  ulidOf,
  updateProfile,
} from '#model'
import { SAMPLE_FLOWERS } from '../../design-docs/model/catalogue/sample-catalogue.ts'
import { promoOf, SAMPLE_CODES } from '../../design-docs/model/orders/promos/sample-promos.ts'
import { cartLines } from '../src/data/orders/cart.ts'
import { ordersNewestFirst } from '../src/data/orders/orders.ts'
import { aPlaceOrder } from '../src/testing/documents.ts'
import { read, readList } from '../src/testing/two-devices.ts'
import type { Command } from './commands.ts'
import type { ExpectedState } from './expected-state.ts'
import type { Browser } from './world/browser.ts'

const DELIVERY_DAYS = 20
const DAY_MS = 86_400_000
const BOUGHT_NOW = 'red-roses'

type Of<K extends Command['do']> = Extract<Command, { do: K }>

/** Carries out an action of a customer, and records what must be true at the end. */
export async function runCustomerAction(
  browser: Browser,
  command: Of<'add' | 'take' | 'favour' | 'order' | 'change' | 'cancel' | 'track' | 'report' | 'rate'>,
  expected: ExpectedState,
): Promise<void> {
  // Read before the write: the browser may get another identity meanwhile.
  const { holder } = browser
  switch (command.do) {
    case 'add': {
      const { flower, quantity } = command
      await browser.cart().add(flower, quantity)
      expected.added.push({ holder, flower, quantity, isSure: true })
      return
    }
    case 'take': {
      const { flower } = command
      const { database } = browser.page.sessionState.get()
      const { lines } = await read(browser.page, cartLines)
      const before = lines.find(({ flowerId }) => flowerId === flower)?.quantity ?? 0
      const quantity = Math.min(before, command.quantity)
      // Removes a relative quantity, because pieces of another phone may arrive at this moment.
      await browser.cart().add(flower, -quantity)
      // A mailbox that has just moved still waits for the pieces of another phone, and those cannot be removed.
      const isSure = browser.page.sessionState.get().database === database
      expected.taken.push({ holder, flower, quantity, isSure })
      return
    }
    case 'favour': {
      const { flower, on } = command
      await browser.favourites().set(flower, on)
      expected.favoured.push({ holder, flower, on, isSure: true })
      return
    }
    case 'order':
      return order(browser, command, expected)
    case 'change': {
      const { deliveryWindow, message } = command
      const id = await shownOrder(browser, command.nth)
      const messages = [{ line: 0, message: message && `${message}, ${holder.name}` }]
      if (id) await ask(browser, changeOrder, { order: id, deliveryWindow, messages }, expected)
      return
    }
    case 'cancel': {
      const id = await shownOrder(browser, command.nth)
      if (id) await ask(browser, cancelOrder, { order: id }, expected)
      return
    }
    case 'track': {
      const id = await shownOrder(browser, command.nth)
      if (id) await ask(browser, trackOrder, { order: id }, expected)
      return
    }
    case 'report': {
      const { problem } = command
      const id = await shownOrder(browser, command.nth, 'delivered')
      const message = `It is ${problem}, says ${holder.name}`
      if (id) await ask(browser, reportProblem, { order: id, problem, message }, expected)
      return
    }
    case 'rate': {
      const id = await shownOrder(browser, command.nth, 'delivered')
      if (id) await ask(browser, rateDelivery, { order: id, stars: command.stars }, expected)
    }
  }
}

/** Edits the profile; a visitor has none. */
export async function editProfile(
  browser: Browser,
  { what, to }: Of<'profile'>,
  expected: ExpectedState,
): Promise<void> {
  const { holder } = browser
  if (holder.account === undefined) return
  await ask(browser, updateProfile, { [what]: `${to}, ${holder.name}` }, expected)
}

/** Returns the nth order that was not refused; orders with the status `first` are preferred. */
async function shownOrder({ page }: Browser, nth: number, first?: OrderStatus): Promise<string | undefined> {
  const all = (await readList(page, ordersNewestFirst)).filter(({ stage }) => stage !== 'refused')
  const wanted = all.filter(({ order }) => order?.status === first)
  const some = wanted.length > 0 ? wanted : all
  const shown = some[nth % Math.max(1, some.length)]
  return shown && ulidOf(shown.id)
}

async function order(browser: Browser, { from, pieces = 1, isQuoteRight, code }: Of<'order'>, expected: ExpectedState) {
  const { lines } = await read(browser.page, cartLines)
  const ordered =
    from === 'cart' && lines.length > 0
      ? lines.map(({ flowerId, quantity, consumes, after }) => ({ flower: flowerId, quantity, consumes, after }))
      : [{ flower: BOUGHT_NOW, quantity: pieces, consumes: {} }]
  const { totalRupees, isCodeRight } = await quote(ordered, code)
  const payload = aPlaceOrder({
    lines: ordered,
    address: { ...aPlaceOrder().address, name: browser.holder.name },
    deliveryOn: new Date(Date.now() + DELIVERY_DAYS * DAY_MS).toISOString().slice(0, 10),
    quotedTotalRupees: totalRupees + (isQuoteRight ? 0 : 1),
    ...(code !== undefined && { promoCode: code }),
  })
  await ask(browser, placeOrder, payload, expected, !isQuoteRight || !isCodeRight)
}

/** Returns the quote of the checkout for an account that never used the code. */
async function quote(lines: readonly { flower: string; quantity: number }[], code: string | undefined) {
  const priced = lines.map(({ flower, quantity }) => ({
    quantity,
    priceRupees: SAMPLE_FLOWERS.find(({ _id }) => _id === `flower:${flower}`)?.priceRupees ?? 0,
  }))
  const bare = priceTable(priced)
  if (code === undefined) return { ...bare, isCodeRight: true }
  const terms = Object.entries(SAMPLE_CODES).find(([one]) => one === code)?.[1]
  const promo = terms && (await promoOf(code, terms))
  const { subtotalRupees } = bare
  const refusal = promoRefusal(promo, { subtotalRupees, now: new Date(), use: 'free' })
  return { ...(refusal ? bare : priceTable(priced, promo)), isCodeRight: refusal === undefined }
}

/** Asks, and records what was acknowledged. */
export async function ask<K extends IntentKind>(
  browser: Browser,
  declared: DeclaredAs<K>,
  payload: PayloadOf<K>,
  expected: ExpectedState,
  isHopeless = false,
): Promise<void> {
  const { holder } = browser
  const byVisitor = holder.account === undefined
  const { intentId } = await browser.ask()(declared, payload)
  expected.asked.set(intentId, { kind: declared.kind, payload, holder, isSure: true, byVisitor, isHopeless })
}
