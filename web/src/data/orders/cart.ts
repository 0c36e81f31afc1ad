import {
  bareFlowerId,
  type CartLine,
  type Consumption,
  type Counters,
  cartLine,
  cleanText,
  consumptionOf,
  consumptionOfLine,
  cutLetters,
  type Flower,
  flowerDocumentId,
  lastTaken,
  type MergedCartLine,
  MOST_LETTERS,
  MOST_PIECES,
  type OrderedLine,
  type PriceTable,
  priceTable,
  takenTogether,
  takeUnits,
} from '#model'
import type { LiveQuery } from '../live/live-query.ts'
import type { Mailbox } from '../local/mailbox.ts'
import { monotonicTime } from '../local/monotonic-time.ts'
import { accountOf } from '../local/session-state.ts'
import { currentDataLayer } from '../runtime/current-data-layer.ts'
import type { DataLayer } from '../runtime/data-layer.ts'

export interface CartViewLine {
  flowerId: string
  /** Undefined if the catalogue does not have it (yet). */
  flower: Flower | undefined
  quantity: number
  message: string
  lineTotalRupees: number
  /** The counters that an order of this line must state. */
  consumes: Counters
  after: Counters
}

export interface CartView {
  lines: CartViewLine[]
  /** The number of pieces, not of lines. */
  count: number
  prices: PriceTable
}

/** The cart: everything that all devices added, minus what pending and accepted orders took. */
export const cartLines: LiveQuery<CartView> = {
  key: 'cart',
  watches: ['cart:', 'order:', 'intent:', 'receipt:', 'flower:'],
  read: async ({ mailbox, catalogue }) => {
    const merged = await mergedCart(mailbox)
    const flowers = await catalogue.getMany(merged.map((line) => `flower:${line.flower}` as const))
    const byId = new Map(flowers.map((flower) => [flower._id, flower]))
    const lines = merged.map((line) => viewOf(line, byId.get(flowerDocumentId(line.flower))))
    return {
      lines,
      count: lines.reduce((sum, line) => sum + line.quantity, 0),
      prices: priceTable(lines.map(({ flower, quantity }) => ({ priceRupees: flower?.priceRupees ?? 0, quantity }))),
    }
  },
}

/** The lines of an order of the whole cart. */
export const orderedLines = ({ lines }: CartView): OrderedLine[] =>
  lines.map(({ flowerId: flower, quantity, message, consumes, after }) => ({
    flower,
    quantity,
    ...(message ? { message } : {}),
    consumes,
    after,
  }))

const viewOf = (line: MergedCartLine, flower: Flower | undefined): CartViewLine => ({
  flowerId: line.flower,
  flower,
  quantity: line.quantity,
  message: line.message,
  lineTotalRupees: (flower?.priceRupees ?? 0) * line.quantity,
  ...consumptionOfLine(line),
})

async function mergedCart(mailbox: Mailbox): Promise<MergedCartLine[]> {
  const parts = await mailbox.leavesOf('cart')
  return cartLine.merge(parts, await consumedOf(mailbox, new Set(parts.map(({ flower }) => flower))))
}

/** What orders took of these flowers. */
async function consumedOf(mailbox: Mailbox, flowers: ReadonlySet<string>): Promise<Consumption[]> {
  if (flowers.size === 0) return []
  const consumed = consumptionOf(await mailbox.allOf('order'), await mailbox.openIntents('place-order'))
  return consumed.filter(({ flower }) => flowers.has(flower))
}

/** The data that is needed to put a line back. */
export interface TakenLine {
  flowerId: string
  quantity: number
  message: string
}

/** One flower's line as this device may change it. */
interface Line {
  merged: MergedCartLine | undefined
  quantity: number
  part: CartLine
  hadMessage: boolean
  /** The time for a new message, later than all known ones. */
  messageAt: string
}

export function cartOf(device: () => DataLayer) {
  async function change(flowerId: string, edit: (line: Line) => CartLine | undefined): Promise<void> {
    const { databases, now } = device()
    const mailbox = databases.mailbox()
    const flower = bareFlowerId(flowerId)
    await mailbox.putOwn(cartLine.id(flower, mailbox.device), async (at) => edit(await readLine(at, flower, now())))
  }

  const withQuantity = ({ merged, quantity, part }: Line, wanted: number): CartLine => {
    const n = Math.min(MOST_PIECES, Math.max(0, Math.trunc(wanted)))
    if (n >= quantity || !merged) return { ...part, added: part.added + n - quantity }
    return takeUnits(part, merged, quantity - n)
  }

  const setQuantity = (flowerId: string, quantity: number): Promise<void> =>
    change(flowerId, (line) => (line.quantity === quantity ? undefined : withQuantity(line, quantity)))

  /** Returns what was removed, which may be less than the screen still shows. */
  async function remove(flowerId: string): Promise<TakenLine[]> {
    let taken: TakenLine[] = []
    await change(flowerId, (line) => {
      const { quantity, merged } = line
      taken = quantity > 0 ? [{ flowerId, quantity, message: merged?.message ?? '' }] : []
      return quantity > 0 ? withQuantity(line, 0) : undefined
    })
    return taken
  }

  const setMessage = (flowerId: string, text: string): Promise<void> =>
    change(flowerId, (line) =>
      line.merged?.message === text ? undefined : withMessage(line.part, text, line.messageAt),
    )
  const ownerNow = () => accountOf(device().sessionState.get())?.id

  return {
    /**
     * A negative quantity takes pieces away. A given message replaces the line's; a line that was empty begins without
     * one.
     */
    add: (flowerId: string, quantity: number, message?: string): Promise<void> =>
      change(flowerId, (line) => {
        const next = withQuantity(line, line.quantity + quantity)
        const text = message ?? (line.quantity === 0 && line.hadMessage ? '' : undefined)
        return text === undefined ? next : withMessage(next, text, line.messageAt)
      }),
    /** Zero or less removes the line. */
    setQuantity,
    remove,
    setMessage,
    /**
     * Returns a function that stores a line's message as long as the person is here who is here now: what one person types
     * does not go to the cart of the next. A visitor who signs in is the same person.
     */
    messageWriter(flowerId: string): (text: string) => Promise<void> {
      const owner = ownerNow()
      return async (text) => {
        if (owner === undefined || owner === ownerNow()) await setMessage(flowerId, text)
      }
    },
    async clear(): Promise<TakenLine[]> {
      const mailbox = device().databases.mailbox()
      const taken: TakenLine[] = []
      for (const { flower } of await mergedCart(mailbox)) taken.push(...(await remove(flower)))
      return taken
    },
  }
}

export const cart = cartOf(currentDataLayer)

const withMessage = (part: CartLine, message: string, messageAt: string): CartLine => ({
  ...part,
  message: cutLetters(cleanText(message), MOST_LETTERS.message),
  messageAt,
})

async function readLine(mailbox: Mailbox, flower: string, now: Date): Promise<Line> {
  const { device } = mailbox
  const parts = await mailbox.leavesOf('cart', flower)
  const consumed = await consumedOf(mailbox, new Set([flower]))
  const merged = cartLine.merge(parts, consumed).at(0)
  const mine = parts.filter((part) => part.device === device)
  const latest = mine.toSorted((a, b) => ((a.messageAt ?? '') < (b.messageAt ?? '') ? -1 : 1)).at(-1)
  return {
    merged,
    quantity: merged?.quantity ?? 0,
    hadMessage: parts.some((part) => part.message),
    messageAt: monotonicTime(
      parts.map((part) => part.messageAt),
      now,
    ),
    part: {
      _id: cartLine.id(flower, device),
      type: 'cart-line',
      device,
      flower,
      // Never below what others recorded as taken from this device: units that are added after that would count as
      // taken.
      added: Math.max(
        0,
        ...mine.map((part) => part.added),
        ...parts.map((part) => lastTaken(part, device)),
        ...consumed.map((one) => one.consumes[device] ?? 0),
      ),
      ...takenTogether(mine),
      ...(latest?.message !== undefined && { message: latest.message }),
      ...(latest?.messageAt !== undefined && { messageAt: latest.messageAt }),
      updatedAt: now.toISOString(),
    },
  }
}
