import * as v from 'valibot'
import {
  type ChangeOrder,
  cleanText,
  DELIVERY_WINDOWS,
  type LocalisedText,
  MOST_LETTERS,
  maxLetters,
  normalisePhone,
  normalisePincode,
  type OrderView,
  type PlaceOrder,
  tidy,
  ulidOf,
} from '#model'

/** The changeable parts of an order, or of a requested one that is not decided yet. */
export interface Editable extends Pick<PlaceOrder, 'address' | 'deliveryOn' | 'deliveryWindow'> {
  id: string
  lines: readonly { name: LocalisedText; message?: string | undefined }[]
}

export function editableOf(
  { id, order, asked }: OrderView,
  lines: readonly { name: LocalisedText; message: string | undefined }[],
): Editable | undefined {
  const details = order ?? asked
  if (!details) return undefined
  const { address, deliveryOn, deliveryWindow } = details
  return { id, address, deliveryOn, deliveryWindow, lines }
}

/** Every rule gives a reason code; the screen turns it into words. */
const required = (code: string, most: number) =>
  v.pipe(v.string(code), tidy, v.minLength(1, code), maxLetters(most, 'long'))

export const ChangeForm = v.object({
  name: required('name', MOST_LETTERS.name),
  phone: v.pipe(required('phone', MOST_LETTERS.phone), v.transform(normalisePhone)),
  address: required('address', MOST_LETTERS.address),
  pincode: v.pipe(required('pincode', MOST_LETTERS.pincode), v.transform(normalisePincode)),
  landmark: v.pipe(v.string(), tidy, maxLetters(MOST_LETTERS.landmark, 'long')),
  deliveryWindow: v.picklist(DELIVERY_WINDOWS),
  messages: v.array(
    v.object({ text: v.pipe(v.string(), v.transform(cleanText), maxLetters(MOST_LETTERS.message, 'long')) }),
  ),
})
export type ChangeValues = v.InferOutput<typeof ChangeForm>

function valuesOf({ address, deliveryWindow, lines }: Editable): ChangeValues {
  const { name, phone, pincode, landmark = '' } = address
  return {
    ...{ name, phone: normalisePhone(phone), address: address.address, pincode: normalisePincode(pincode), landmark },
    deliveryWindow,
    messages: lines.map(({ message = '' }) => ({ text: message })),
  }
}

/** The typed values, valid or not. */
const Typed = v.object({
  ...v.entriesFromList(['name', 'phone', 'address', 'pincode', 'landmark'], v.string()),
  deliveryWindow: ChangeForm.entries.deliveryWindow,
  messages: v.array(v.object({ text: v.string() })),
})
const Kept = v.object({ order: v.string(), values: Typed })

/** Restores what was typed into this order's form before. */
export function restoreChange(kept: unknown, order: Editable): ChangeValues {
  const now = valuesOf(order)
  const result = v.safeParse(Kept, kept)
  if (!result.success || result.output.order !== order.id) return now
  return result.output.values.messages.length === now.messages.length ? result.output.values : now
}

/** Returns what differs from the order; undefined if nothing does. */
export function changeOf(order: Editable, wanted: ChangeValues): ChangeOrder | undefined {
  const { deliveryWindow, messages, landmark, ...address } = wanted
  const before = valuesOf(order)
  const isElsewhere = (['name', 'phone', 'address', 'pincode', 'landmark'] as const).some(
    (field) => wanted[field] !== before[field],
  )
  const texts = messages.flatMap(({ text }, line) =>
    text === before.messages[line]?.text ? [] : [{ line, message: text }],
  )
  const isAtAnotherTime = deliveryWindow !== before.deliveryWindow
  if (!isElsewhere && texts.length === 0 && !isAtAnotherTime) return undefined
  return {
    order: ulidOf(order.id),
    ...(isElsewhere && { address: { ...address, ...(landmark && { landmark }) } }),
    ...(texts.length > 0 && { messages: texts }),
    ...(isAtAnotherTime && { deliveryWindow }),
  }
}
