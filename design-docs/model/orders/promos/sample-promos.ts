import { type Promo, promoId } from './promo.ts'

type Terms = Promo extends infer P ? (P extends Promo ? Omit<P, '_id' | '_rev' | 'type'> : never) : never

/** The codes of the demo: one of each kind, and an expired one. */
export const SAMPLE_CODES = {
  MOGRA10: { kind: 'percent', percent: 10, atMostRupees: 200 },
  WELCOME100: { kind: 'flat', rupees: 100, minimumRupees: 999, oncePerAccount: true },
  FREEDEL: { kind: 'free-delivery', minimumRupees: 499 },
  DIWALI25: { kind: 'percent', percent: 25, endsAt: '2025-10-20T18:30:00.000Z' },
} satisfies Record<string, Terms>

export const promoOf = async (code: string, terms: Terms): Promise<Promo> => ({
  _id: await promoId(code),
  type: 'promo',
  ...terms,
})

export const samplePromos = (): Promise<Promo[]> =>
  Promise.all(Object.entries(SAMPLE_CODES).map(([code, terms]) => promoOf(code, terms)))
