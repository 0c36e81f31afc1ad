import * as v from 'valibot'
import {
  BULK_NOTES_AT_MOST,
  dayOf,
  FLOWER_TYPES,
  findCity,
  formatPhone,
  hasVisibleText,
  isEmailAddress,
  lastBulkDay,
  MOST_LETTERS,
  MOST_QUANTITY,
  maxLetters,
  normaliseEmail,
  normalisePhone,
  plainDate,
  QUANTITY_UNITS,
  type RequestBulk,
  readWholeNumber,
  tidy,
} from '#model'
import { drafts } from '../../data/drafts.ts'

/** The most letters of each typed field. */
export const MOST = {
  ...{ buyerName: MOST_LETTERS.name, phone: MOST_LETTERS.phone },
  ...{ deliveryAddress: MOST_LETTERS.address, additionalNotes: BULK_NOTES_AT_MOST },
} as const

/** Every rule gives a reason code; the screen turns it into words. */
const text = (most: number) => v.pipe(v.string('missing'), tidy, v.minLength(1, 'missing'), maxLetters(most, 'long'))
/** A required field: checks first that it is not empty, and then this rule. */
const filled = (isRight: (typed: string) => boolean, code: string) =>
  v.pipe(
    v.string('missing'),
    v.check(hasVisibleText, 'missing'),
    v.check((typed) => !hasVisibleText(typed) || isRight(typed), code),
  )
const isQuantity = (typed: string) => (readWholeNumber(typed) ?? 0) >= 1

/** Calls `now` at each check, because a form may stay open past midnight. */
export const bulkForm = (now: () => Date) =>
  v.object({
    flowerTypes: v.pipe(v.array(v.picklist(FLOWER_TYPES)), v.minLength(1, 'missing')),
    quantity: v.pipe(
      filled(isQuantity, 'number'),
      v.check((typed) => !isQuantity(typed) || Number(readWholeNumber(typed)) <= MOST_QUANTITY, 'most'),
      v.transform((typed) => readWholeNumber(typed) ?? 0),
    ),
    quantityUnit: v.picklist(QUANTITY_UNITS),
    city: v.pipe(
      filled((typed) => findCity(typed) !== undefined, 'unknown'),
      v.transform((typed) => findCity(typed)?.id ?? ''),
    ),
    deliveryDate: v.pipe(
      filled((day) => v.is(plainDate, day), 'missing'),
      v.check((day) => !v.is(plainDate, day) || day >= dayOf(now()), 'past'),
      v.check((day) => !v.is(plainDate, day) || day <= lastBulkDay(now()), 'far'),
    ),
    deliveryAddress: text(MOST.deliveryAddress),
    additionalNotes: v.pipe(v.string(), tidy, maxLetters(MOST.additionalNotes, 'long')),
    buyerName: text(MOST.buyerName),
    phone: v.pipe(text(MOST.phone), v.transform(normalisePhone), v.minLength(1, 'missing')),
    email: v.pipe(filled(isEmailAddress, 'wrong'), v.transform(normaliseEmail)),
  })
/** The values as they are typed. */
export type BulkValues = v.InferInput<ReturnType<typeof bulkForm>>
export type CheckedValues = v.InferOutput<ReturnType<typeof bulkForm>>
export type BulkField = keyof BulkValues

/** The fields in the order of the form. */
export const FIELDS = [
  ...(['flowerTypes', 'quantity', 'quantityUnit', 'city', 'deliveryDate', 'deliveryAddress'] as const),
  ...(['additionalNotes', 'buyerName', 'phone', 'email'] as const),
] satisfies BulkField[]

export const EMPTY: BulkValues = {
  ...{ flowerTypes: [], quantity: '', quantityUnit: 'stems', city: '', deliveryDate: '', deliveryAddress: '' },
  ...{ additionalNotes: '', buyerName: '', phone: '', email: '' },
}

export const payloadOf = ({ additionalNotes, ...values }: CheckedValues): RequestBulk => ({
  ...values,
  ...(additionalNotes !== '' && { additionalNotes }),
})

/** The values of the form for an earlier request; a day before `today` (a plain date) is left out. */
export function valuesOf(request: RequestBulk, today: string): BulkValues {
  const { flowerTypes, quantity, quantityUnit, city, deliveryDate, deliveryAddress, additionalNotes = '' } = request
  const { buyerName, phone, email } = request
  return {
    ...{ flowerTypes, quantity: String(quantity), quantityUnit, city, deliveryAddress, additionalNotes },
    ...{ buyerName, phone: formatPhone(phone), email, deliveryDate: deliveryDate < today ? '' : deliveryDate },
  }
}

const Typed = v.object({
  flowerTypes: v.array(v.picklist(FLOWER_TYPES)),
  quantityUnit: v.picklist(QUANTITY_UNITS),
  ...{ quantity: v.string(), city: v.string(), deliveryDate: v.string(), deliveryAddress: v.string() },
  ...{ additionalNotes: v.string(), buyerName: v.string(), phone: v.string(), email: v.string() },
})

/** What was typed and not sent. */
export const bulkDraft = {
  get(): BulkValues | undefined {
    const result = v.safeParse(Typed, drafts.get('bulk-order'))
    return result.success ? result.output : undefined
  },
  save: (values: object): void => drafts.save('bulk-order', values),
  clear: (): void => drafts.clear('bulk-order'),
}

/** What the account says of the person, and the city of the shop. */
type Known = Partial<Pick<BulkValues, 'buyerName' | 'phone' | 'email' | 'city'>>

/** The values that the form begins with: what was typed before; where that is empty, what is known. */
export function initialValues(known: Known, today: string): BulkValues {
  const typed = bulkDraft.get() ?? EMPTY
  return {
    ...typed,
    deliveryDate: typed.deliveryDate < today ? '' : typed.deliveryDate,
    buyerName: typed.buyerName || (known.buyerName ?? ''),
    phone: typed.phone || (known.phone ?? ''),
    email: typed.email || (known.email ?? ''),
    city: typed.city || (known.city ?? ''),
  }
}
