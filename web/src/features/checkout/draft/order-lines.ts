import * as v from 'valibot'
import {
  cutLetters,
  type Flower,
  flowerId,
  MOST_LETTERS,
  MOST_PIECES,
  type OrderedLine,
  type PriceTable,
  priceTable,
  readWholeNumber,
  tidyText,
} from '#model'
import { type CartView, orderedLines } from '../../../data/orders/cart.ts'

/** The order that this checkout is about to place: of the cart, or of one flower bought at once. */
export interface CheckoutOrder {
  lines: OrderedLine[]
  flowers: (Flower | undefined)[]
  prices: PriceTable
  promoCode?: string | undefined
}

/** Why the order could not be stored on this device. */
export type OrderFailure = 'not-stored' | 'too-large'

export const isSellable = ({ flowers }: CheckoutOrder): boolean => flowers.every((flower) => flower?.inStock)

export const pricedLines = ({ lines, flowers }: CheckoutOrder) =>
  lines.map(({ quantity }, index) => ({ priceRupees: flowers[index]?.priceRupees ?? 0, quantity }))

const BuyNow = v.object({
  flower: flowerId,
  quantity: v.pipe(v.string(), v.transform(readWholeNumber), v.number(), v.minValue(1), v.maxValue(MOST_PIECES)),
})
export type BuyNow = v.InferOutput<typeof BuyNow>

/** The Buy Now in the address; undefined if it is invalid. */
export function readBuyNow(query: URLSearchParams): BuyNow | undefined {
  const result = v.safeParse(BuyNow, Object.fromEntries(query))
  return result.success ? result.output : undefined
}

export function toOrderNow(flower: Flower, quantity: number, message: string): CheckoutOrder {
  const text = cutLetters(tidyText(message), MOST_LETTERS.message)
  const line = { flower: v.parse(flowerId, flower._id), quantity, ...(text && { message: text }), consumes: {} }
  return { lines: [line], flowers: [flower], prices: priceTable([{ priceRupees: flower.priceRupees, quantity }]) }
}

export const toOrderFromCart = (view: CartView): CheckoutOrder => ({
  lines: orderedLines(view),
  flowers: view.lines.map((line) => line.flower),
  prices: view.prices,
})
